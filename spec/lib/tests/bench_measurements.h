// Measurements of backends, made in memory.
#pragma once

#include <string>
#include <vector>

#include "spec/lib/bench_file.h"

namespace kassay::bench {

inline Result took(const std::string& workload, const std::string& backend, double median) {
  Result result{workload, backend, "measured", "",       3, median,
                median,   median,  median,     {median}, 8, 0};
  return result;
}

// What a run writes first, of a backend "ours" and these others.
inline Header sample_header(const std::vector<std::string>& others = {}) {
  Header made;
  made.kassay_version = "0.1.0";
  made.started = "2026-01-31T23:59:59Z";
  made.machine_cpu = "a processor";
  made.machine_os = "Linux";
  made.machine_cores = 2;
  made.seconds = 0.3;
  made.rounds = 4;
  made.workloads_hash = "5555";
  made.backends = {{"ours", "optimized", "kassay optimized", "0.1.0", "cpu"}};
  for (const std::string& other : others) {
    made.backends.push_back({other, "exec:" + other, other, "1.0", "cpu"});
  }
  return made;
}

}  // namespace kassay::bench
