// How fast backends are, compared with one of them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "spec/lib/bench_file.h"

namespace kassay::bench {

// time(other) / time(first): above 1 if the first is faster.
struct Ratio {
  std::string workload, other;
  double value = 0;
};

// The ratio of each workload that both have measured, in the order of the results. With several other
// backends, also the ratio to the fastest one of the workload, under the name kFastest.
std::vector<Ratio> ratios(const std::vector<Result>& results, const std::string& first);

inline constexpr char kFastest[] = "fastest";

struct Mean {
  int workloads = 0;
  double geometric = 0;
  double worst = 0;
  std::string worst_workload;
  int ahead = 0;  // ratios of at least 1
};

// By other backend and category; the category "" has every workload.
std::map<std::string, std::map<std::string, Mean>> means(const std::vector<Ratio>& ratios);

// "elementwise" of "elementwise/exp/float32/large".
std::string category_of(const std::string& workload);

}  // namespace kassay::bench
