#include "conformance/runner/find_case.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "conformance/runner/selection.h"

namespace kassay {
namespace {

constexpr std::size_t kSuggestions = 5;

// "category/function/..." -> "function"; empty where there is none.
std::string function_of(const std::string& case_id) {
  std::size_t begin = case_id.find('/');
  if (begin == std::string::npos) return {};
  std::size_t end = case_id.find('/', begin + 1);
  return end == std::string::npos ? std::string() : case_id.substr(begin + 1, end - begin - 1);
}

[[noreturn]] void throw_unknown(const std::string& problem, const std::string& wanted,
                                const std::vector<std::string>& names) {
  std::string message = problem;
  std::vector<std::string> closest = closest_names(wanted, names, kSuggestions);
  if (!closest.empty()) message += "; the closest are:";
  for (const std::string& name : closest) message += "\n  " + name;
  throw NoCaseSelected(message + "\n`kassay list cases` prints the ids.");
}

}  // namespace

Case find_case(const std::string& vectors_directory, const std::string& case_id) {
  Manifest manifest = read_manifest(vectors_directory);
  std::string function = function_of(case_id);
  auto entry = manifest.functions.find(function);
  if (entry == manifest.functions.end()) {
    std::vector<std::string> names;
    for (const auto& [name, unused] : manifest.functions) names.push_back(name);
    throw_unknown("no case has the id \"" + case_id + "\": there is no function \"" + function +
                      "\" in the vectors (an id is category/function/dtype/...)",
                  function, names);
  }
  std::vector<std::string> ids;
  for (Tier tier : {Tier::kCore, Tier::kFull}) {
    if (tier == Tier::kFull && entry->second.counts.full == entry->second.counts.core) break;
    std::vector<Case> cases = read_cases(vectors_directory, function, tier);
    auto found = std::ranges::find(cases, case_id, &Case::id);
    if (found != cases.end()) return std::move(*found);
    ids.clear();
    for (const Case& test_case : cases) ids.push_back(test_case.id);
  }
  throw_unknown("no case has the id \"" + case_id + "\"", case_id, ids);
}

}  // namespace kassay
