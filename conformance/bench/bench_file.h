// The results of `kassay bench` as JSON Lines: a header, then a line for each workload and backend
// (spec/schema/bench.json).
#pragma once

#include <string>
#include <vector>

#include "conformance/bench/measure.h"
#include "conformance/runner/machine.h"

namespace kassay::bench {

struct Header {
  std::string kassay_version;
  std::string started;  // UTC, as in ISO 8601
  runner::Machine machine;
  int threads = 0;  // that the backends were told to use; 0: as they like
  Effort effort;
  std::string workloads_hash;  // SHA-256 of the file with the workloads
  struct Backend {
    std::string label, argument, name, version, device;
  };
  std::vector<Backend> backends;
};

// Without a line feed.
std::string to_line(const Header& header);
std::string to_line(const Result& result);

struct File {
  Header header;
  std::vector<Result> results;
};
// Throws FileError.
File read_bench_file(const std::string& file);

}  // namespace kassay::bench
