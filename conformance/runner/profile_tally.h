// Counts, during a run, the results that concern each profile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "spec/lib/case_outline.h"
#include "spec/lib/results.h"
#include "spec/lib/specification.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

struct ProfileResult {
  std::string id;
  ProfileVerdict verdict = ProfileVerdict::kIncomplete;
  Standing standing;
};

// First takes every case, whether or not the run selects it, then every result.
class ProfileTally {
 public:
  ProfileTally() = default;
  // Covers the profiles that have functions in the edition. In tiers below core they are incomplete.
  ProfileTally(const Specification& specification, const Manifest& manifest, Edition edition,
               Tier tier);

  // A case of the edition in one of its modes.
  void expect(const CaseOutline& test_case, Mode mode, const std::vector<std::size_t>& profiles,
              bool selected);
  // Call this for a function whose cases are all skipped.
  void skip(const std::string& function);
  void add(const CaseResult& result);

  std::vector<ProfileResult> results() const;  // in the order of the specification

 private:
  struct State {
    const Profile* profile = nullptr;
    bool present = false;   // it has functions in the edition
    bool any = false;       // it has cases
    bool whole = true;      // every case of it is selected
    std::int64_t left = 0;  // results still missing, one per case and mode
    Standing standing;
  };

  std::vector<State> states_;  // by the place of the profile
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> places_;  // by case, mode
};

}  // namespace kassay::runner
