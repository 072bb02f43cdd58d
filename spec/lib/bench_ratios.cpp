#include "spec/lib/bench_ratios.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace kassay::bench {
namespace {

struct Sum {
  double logarithms = 0;
  Mean mean;

  void add(const Ratio& ratio) {
    logarithms += std::log(ratio.value);
    if (mean.workloads++ == 0 || ratio.value < mean.worst) {
      mean.worst = ratio.value;
      mean.worst_workload = ratio.workload;
    }
    if (ratio.value >= 1) ++mean.ahead;
    mean.geometric = std::exp(logarithms / mean.workloads);
  }
};

}  // namespace

std::vector<Ratio> ratios(const std::vector<Result>& results, const std::string& first) {
  std::vector<std::string> order;
  std::set<std::string> others;
  std::map<std::string, std::vector<const Result*>> measured;  // by workload
  for (const Result& result : results) {
    if (!result.measured()) continue;
    auto& here = measured[result.workload];
    if (here.empty()) order.push_back(result.workload);
    here.push_back(&result);
    if (result.backend != first) others.insert(result.backend);
  }
  std::vector<Ratio> found;
  for (const std::string& workload : order) {
    const auto& here = measured[workload];
    const auto own = std::ranges::find(here, first, &Result::backend);
    if (own == here.end()) continue;
    std::optional<double> fastest;
    for (const Result* other : here) {
      if (other == *own) continue;
      const double ratio = other->median / (*own)->median;
      found.push_back({workload, other->backend, ratio});
      fastest = std::min(fastest.value_or(ratio), ratio);
    }
    if (fastest && others.size() > 1) found.push_back({workload, kFastest, *fastest});
  }
  return found;
}

std::map<std::string, std::map<std::string, Mean>> means(const std::vector<Ratio>& ratios) {
  std::map<std::string, std::map<std::string, Sum>> sums;
  for (const Ratio& ratio : ratios) {
    sums[ratio.other][category_of(ratio.workload)].add(ratio);
    sums[ratio.other][""].add(ratio);
  }
  std::map<std::string, std::map<std::string, Mean>> found;
  for (const auto& [other, categories] : sums) {
    for (const auto& [category, sum] : categories) found[other][category] = sum.mean;
  }
  return found;
}

std::string category_of(const std::string& workload) {
  return workload.substr(0, workload.find('/'));
}

}  // namespace kassay::bench
