#include "spec/lib/profile.h"

#include <algorithm>

namespace kassay {
namespace {

bool tests(const CaseOutline& test_case, const Profile& profile) {
  const auto in = [&](const Profile::Names& names) {
    return std::ranges::any_of(test_case.clauses,
                               [&](const std::string& clause) { return names.contains(clause); });
  };
  return in(profile.clauses) ||
         (profile.functions.contains(test_case.function) && !in(profile.without));
}

}  // namespace

bool Profile::concerns(std::string_view function) const {
  const std::string prefix = std::string(function) + ".";
  const auto clause = clauses.lower_bound(prefix);
  return functions.contains(function) || (clause != clauses.end() && clause->starts_with(prefix));
}

std::vector<std::size_t> profiles_of(const CaseOutline& test_case, Mode mode,
                                     const std::vector<Profile>& profiles) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const bool has_mode = std::ranges::find(profiles[i].modes, mode) != profiles[i].modes.end();
    if (has_mode && tests(test_case, profiles[i])) places.push_back(i);
  }
  if (places.empty()) return places;
  const auto called = functions_called(test_case, mode);
  std::erase_if(places,
                [&](std::size_t i) { return !std::ranges::includes(profiles[i].calls, called); });
  return places;
}

}  // namespace kassay
