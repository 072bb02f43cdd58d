#include "conformance/runner/profile_tally.h"

#include <algorithm>

namespace kassay::runner {

ProfileTally::ProfileTally(const Specification& specification, const Manifest& manifest,
                           Edition edition, Tier tier) {
  for (const Profile& profile : specification.profiles) {
    State& state = states_.emplace_back();
    state.profile = &profile;
    state.whole = tier != Tier::kSmoke;
    for (const std::string& function :
         specification.functions_of(profile, std::string(edition_name(edition)))) {
      state.present = true;
      ++state.standing.functions;
      if (!manifest.functions.contains(function)) state.whole = false;  // never generated
    }
  }
}

void ProfileTally::expect(const CaseOutline& test_case, Mode mode,
                          const std::vector<std::size_t>& profiles, bool selected) {
  for (const std::size_t place : profiles) {
    State& state = states_[place];
    state.any = true;
    if (selected) {
      ++state.left;
    } else {
      state.whole = false;
    }
  }
  if (selected && !profiles.empty()) {
    places_.emplace(std::pair(test_case.id, std::string(mode_name(mode))), profiles);
  }
}

void ProfileTally::skip(const std::string& function) {
  for (State& state : states_) {
    if (state.profile->concerns(function)) state.whole = false;
  }
}

void ProfileTally::add(const CaseResult& result) {
  const auto found = places_.find({result.case_id, result.mode});
  if (found == places_.end()) return;
  for (const std::size_t place : found->second) {
    State& state = states_[place];
    --state.left;
    state.standing.add(result);
  }
}

std::vector<ProfileResult> ProfileTally::results() const {
  std::vector<ProfileResult> results;
  for (const State& state : states_) {
    if (!state.present || (state.whole && !state.any)) continue;
    ProfileResult& result = results.emplace_back();
    result.id = state.profile->id;
    result.standing = state.standing;
    result.verdict = !result.standing.wrong.empty()     ? ProfileVerdict::kFail
                     : !result.standing.lacking.empty() ? ProfileVerdict::kLacking
                     : !result.standing.not_run.empty() ? ProfileVerdict::kIncomplete
                     : !result.standing.waived.empty()  ? ProfileVerdict::kWaived
                     : state.whole && state.left == 0   ? ProfileVerdict::kPass
                                                        : ProfileVerdict::kIncomplete;
  }
  return results;
}

}  // namespace kassay::runner
