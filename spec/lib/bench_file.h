// The results of `kassay bench` as JSON Lines: a header, then a line for each workload and backend
// (spec/schema/bench.json).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kassay::bench {

// One backend on one workload. Times are in seconds.
struct Result {
  std::string workload, backend;
  // "measured"; "differs", if the answer differs from the first backend's; "unsupported"; "silent", if
  // the worker does not measure; or how it failed: "error", "crash", "timeout", "out-of-memory"
  std::string outcome;
  std::string message;
  std::int64_t calls = 0;
  double median = 0, minimum = 0;
  double lower = 0, upper = 0;      // quartiles
  std::vector<double> rounds = {};  // the median of each
  std::int64_t bytes = 0;           // of the inputs and outputs together
  std::int64_t multiply_adds = 0;   // 0 if not counted

  bool measured() const { return outcome == "measured"; }
};

struct Header {
  std::string kassay_version;
  std::string started;  // UTC, as in ISO 8601
  std::string machine_cpu, machine_os;
  int machine_cores = 0;
  int threads = 0;     // that backends should use; 0: their own choice
  double seconds = 0;  // of measurement, for a workload and backend in a round
  int rounds = 0;
  bool is_resident = false;    // whether arrays stayed in the variables of the backends
  std::string workloads_hash;  // SHA-256 of the file with the workloads
  struct Backend {
    std::string label, argument, name, version, device;
  };
  std::vector<Backend> backends;  // the others are compared with the first
};

// Without a line feed.
std::string to_line(const Header& header);
std::string to_line(const Result& result);

struct File {
  Header header;
  std::vector<Result> results;  // of backends of the header, each workload once at most
};
// Throws FileError.
File read_bench_file(const std::string& file);

// Whether its first line is such a header. False for files that cannot be read, or not twice.
bool is_bench_file(const std::string& file);

}  // namespace kassay::bench
