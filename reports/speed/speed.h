// What `kassay bench` measured, in one run or in several, joined for a page.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spec/lib/bench_file.h"
#include "spec/lib/bench_ratios.h"

namespace kassay::reports {

// As bench::means gives them.
using SpeedMeans = std::map<std::string, std::map<std::string, bench::Mean>>;

struct SpeedRun {
  std::string file;
  bench::File measured;
  std::vector<bench::Ratio> ratios;  // of its first backend
  SpeedMeans means;

  const bench::Header& header() const { return measured.header; }
  const std::string& first() const { return measured.header.backends.front().label; }
};

struct SpeedReport {
  std::vector<SpeedRun> runs;  // the oldest first
  // The means of each run, of what all of them have measured: their first backends, against others
  // of one label, on workloads of one id. Empty for a single run.
  std::vector<SpeedMeans> trend;
  std::vector<std::string> notices;  // what a comparison of the runs must not forget
};

// Precondition: there is a file. Each comes with its name.
SpeedReport make_speed_report(std::vector<std::pair<std::string, bench::File>> files);

// Throws FileError.
SpeedReport read_speed_report(const std::vector<std::string>& files);

// The ratio of the first backend to the fastest other, by workload, where both are measured.
std::map<std::string, double> ratios_to_fastest(const std::vector<bench::Ratio>& ratios);

}  // namespace kassay::reports
