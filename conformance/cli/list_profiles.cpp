#include "conformance/cli/list_profiles.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "spec/lib/function_vectors.h"
#include "spec/lib/json_text.h"
#include "spec/lib/specification.h"
#include "spec/lib/vectors.h"

namespace kassay::cli {
namespace {

using Json = nlohmann::json;

// The cases of each profile in the edition; each mode counts.
std::vector<int> case_counts(const std::string& directory, const Specification& specification,
                             const std::string& edition) {
  std::vector<int> counts(specification.profiles.size(), 0);
  const Manifest manifest = read_manifest(directory);
  for (const auto& [function, entry] : manifest.functions) {
    const FunctionVectors vectors(directory, manifest, function, Tier::kCore);
    for (const CaseOutline& test_case : vectors.cases()) {
      if (std::ranges::find(test_case.editions, edition) == test_case.editions.end()) continue;
      for (const Mode mode : test_case.modes) {
        for (const std::size_t place : profiles_of(test_case, mode, specification.profiles)) {
          ++counts[place];
        }
      }
    }
  }
  return counts;
}

Json profile_json(const Profile& profile, const std::vector<std::string>& functions, int cases) {
  Json modes = Json::array();
  for (const Mode mode : profile.modes) modes.push_back(std::string(mode_name(mode)));
  return {{"id", profile.id},
          {"title", profile.title},
          {"claim", profile.claim},
          {"modes", std::move(modes)},
          {"functions", functions},
          {"clauses", std::vector<std::string>(profile.clauses.begin(), profile.clauses.end())},
          {"cases", cases}};
}

}  // namespace

void list_profiles(const std::string& vectors_directory, Edition edition, bool json) {
  const Specification specification = read_specification(vectors_directory);
  const std::string name(edition_name(edition));
  const std::vector<int> cases = case_counts(vectors_directory, specification, name);
  std::size_t width = 0;
  for (const Profile& profile : specification.profiles) width = std::max(width, profile.id.size());
  Json list = Json::array();
  for (std::size_t i = 0; i < specification.profiles.size(); ++i) {
    const Profile& profile = specification.profiles[i];
    const std::vector<std::string> functions = specification.functions_of(profile, name);
    list.push_back(profile_json(profile, functions, cases[i]));
    if (json) continue;
    std::cout << std::left << std::setw(static_cast<int>(width)) << profile.id << std::right
              << std::setw(5) << functions.size() << " functions" << std::setw(7) << cases[i]
              << " cases  " << profile.title << "\n  " << profile.claim << '\n';
  }
  if (json) std::cout << dump_json(list, 1) << '\n';
}

}  // namespace kassay::cli
