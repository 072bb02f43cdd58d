#include "conformance/runner/misspelled.h"

#include <algorithm>
#include <set>

#include "conformance/runner/selection.h"

namespace kassay::runner {
namespace {

// Two swapped letters count as two slips. Short names have too many neighbours at that distance.
constexpr std::size_t kLongName = 6;

std::size_t most_slips(const std::string& name) { return name.size() < kLongName ? 1 : 2; }

}  // namespace

std::vector<MisspelledFunction> misspelled_functions(const std::vector<std::string>& listed,
                                                     const Specification& specification) {
  const std::set<std::string> offered(listed.begin(), listed.end());
  std::vector<std::string> missing;
  for (const FunctionSpecification& function : specification.functions) {
    if (!offered.contains(function.name)) missing.push_back(function.name);
  }
  std::vector<MisspelledFunction> misspelled;
  for (const std::string& name : offered) {
    if (specification.find(name) != nullptr) continue;
    const std::vector<std::string> closest = closest_names(name, missing, 1);
    if (closest.empty() || edit_distance(name, closest.front()) > most_slips(name)) continue;
    misspelled.push_back({name, closest.front()});
  }
  return misspelled;
}

}  // namespace kassay::runner
