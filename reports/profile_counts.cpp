#include "reports/profile_counts.h"

#include <unordered_map>

#include "spec/lib/error.h"
#include "spec/lib/function_vectors.h"
#include "spec/lib/vectors.h"

namespace kassay::reports {
namespace {

// The results of one function, by case, and the run of each.
using ResultsByCase =
    std::unordered_map<std::string_view, std::vector<std::pair<std::size_t, const CaseResult*>>>;

void count_case(const CaseOutline& test_case, const ResultsByCase& results,
                const std::vector<Profile>& profiles,
                std::vector<std::map<std::string, ProfileCounts>>& counts) {
  const auto found = results.find(test_case.id);
  if (found == results.end()) return;
  for (const Mode mode : test_case.modes) {
    const std::vector<std::size_t> places = profiles_of(test_case, mode, profiles);
    for (const auto& [run, result] : found->second) {
      if (result->mode != mode_name(mode)) continue;
      for (const std::size_t place : places) {
        ProfileCounts& count = counts[run][profiles[place].id];
        ++count.results;
        if (fulfils_profile(result->outcome)) ++count.passed;
      }
    }
  }
}

}  // namespace

std::vector<std::map<std::string, ProfileCounts>> profile_counts(
    const Report& report, const std::string& vectors_directory) {
  std::vector<std::map<std::string, ProfileCounts>> counts(report.runs.size());
  if (!report.specification) return counts;
  std::map<std::string_view, ResultsByCase> functions;
  for (std::size_t run = 0; run < report.runs.size(); ++run) {
    const Results& results = report.runs[run].results;
    if (results.header.specification_hash != report.specification->hash) continue;
    for (const CaseResult& result : results.cases) {
      functions[result.function][result.case_id].emplace_back(run, &result);
    }
  }
  try {
    const Manifest manifest = read_manifest(vectors_directory);
    for (const auto& [name, results] : functions) {
      const std::string function(name);
      if (!manifest.functions.contains(function)) continue;
      const FunctionVectors vectors(vectors_directory, manifest, function,
                                    generated_tier(manifest, function));
      for (const CaseOutline& test_case : vectors.cases()) {
        count_case(test_case, results, report.specification->profiles, counts);
      }
    }
  } catch (const FileError&) {  // already a notice of the report
    counts.assign(report.runs.size(), {});
  }
  return counts;
}

}  // namespace kassay::reports
