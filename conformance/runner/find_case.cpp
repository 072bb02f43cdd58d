#include "conformance/runner/find_case.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "conformance/runner/selection.h"
#include "spec/lib/function_vectors.h"

namespace kassay::runner {
namespace {

constexpr std::size_t kListedNames = 5;

FunctionVectors generated_vectors(const std::string& directory, const Manifest& manifest,
                                  const std::string& function) {
  return {directory, manifest, function, generated_tier(manifest, function)};
}

// "function" in "category/function/..."; the first part of a text without a category.
std::string function_of(const std::string& case_id) {
  const std::size_t begin = case_id.find('/') + 1;  // 0 without a slash
  return case_id.substr(begin, case_id.find('/', begin) - begin);
}

// The closest ids of the function that `wanted` names. If it names none, the functions with the closest
// names are searched; for a glob that names none, all functions.
std::vector<std::string> closest_ids(const std::string& directory, const Manifest& manifest,
                                     const std::string& wanted) {
  std::vector<std::string> functions;
  for (const auto& [name, entry] : manifest.functions) functions.push_back(name);
  if (manifest.functions.contains(function_of(wanted))) {
    functions = {function_of(wanted)};
  } else if (!is_glob(function_of(wanted))) {
    functions = closest_names(function_of(wanted), functions, kListedNames);
  }
  std::vector<std::string> ids;
  for (const std::string& function : functions) {
    const FunctionVectors vectors = generated_vectors(directory, manifest, function);
    for (const CaseOutline& test_case : vectors.cases()) ids.push_back(test_case.id);
  }
  return closest_names(wanted, ids, kListedNames);
}

[[noreturn]] void throw_unknown(const std::string& directory, const Manifest& manifest,
                                const std::string& wanted) {
  std::string message = is_glob(wanted) ? "no case matches \"" + wanted + '"'
                                        : "no case has the id \"" + wanted + '"';
  const std::vector<std::string> closest = closest_ids(directory, manifest, wanted);
  if (!closest.empty()) message += "; the closest are:";
  for (const std::string& id : closest) message += "\n  " + id;
  message += "\n`kassay list cases` prints the ids.";
  const bool all_there = std::ranges::all_of(manifest.functions, [&](const auto& item) {
    return generated_tier(manifest, item.first) == Tier::kFull;
  });
  if (!all_there) message += " `./run vectors --tier full` makes the cases of tier full.";
  throw NoCaseSelected(message);
}

[[noreturn]] void throw_several(const std::string& wanted,
                                const std::vector<std::string>& matches) {
  std::string message =
      "\"" + wanted + "\" matches " + std::to_string(matches.size()) + " cases; name one of them:";
  for (std::size_t i = 0; i < std::min(matches.size(), kListedNames); ++i) {
    message += "\n  " + matches[i];
  }
  if (matches.size() > kListedNames) message += "\n  ...";
  throw SeveralCases(message);
}

}  // namespace

// A literal id comes first: it may contain brackets, which are special in a glob.
Case find_case(const std::string& vectors_directory, const std::string& wanted) {
  const Manifest manifest = read_manifest(vectors_directory);
  std::vector<std::string> matches;
  std::optional<Case> first;
  for (const auto& [function, entry] : manifest.functions) {
    if (!may_match(wanted, function, entry.category)) continue;
    const FunctionVectors vectors = generated_vectors(vectors_directory, manifest, function);
    const std::vector<CaseOutline>& cases = vectors.cases();
    const auto exact = std::ranges::find(cases, wanted, &CaseOutline::id);
    if (exact != cases.end()) return vectors.read(static_cast<std::size_t>(exact - cases.begin()));
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (!filter_matches(wanted, function, cases[i].id)) continue;
      if (matches.empty()) first = vectors.read(i);
      matches.push_back(cases[i].id);
    }
  }
  if (matches.empty()) throw_unknown(vectors_directory, manifest, wanted);
  if (matches.size() > 1) throw_several(wanted, matches);
  return *std::move(first);
}

}  // namespace kassay::runner
