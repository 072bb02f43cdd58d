// Parts of the API that a backend can claim to have (spec/specification_files.md, Profiles).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "spec/lib/case_outline.h"
#include "spec/lib/vectors.h"

namespace kassay {

struct Profile {
  using Names = std::set<std::string, std::less<>>;

  std::string id;
  std::string title;
  std::string claim;  // a sentence: who claims it
  std::vector<Mode> modes;
  Names functions;  // that are in it as a whole
  Names clauses;    // single ones, of other functions
  Names without;    // clauses of its functions that belong to another profile
  Names calls;      // all functions that a case of it may call

  // Whether its functions or single clauses involve the function.
  bool concerns(std::string_view function) const;
};

// The places of the profiles that the case belongs to in a mode, which must be one of its modes:
// the case tests the profile, the profile has the mode, and neither the program nor what the mode
// wraps it in calls anything that the profile lacks.
std::vector<std::size_t> profiles_of(const CaseOutline& test_case, Mode mode,
                                     const std::vector<Profile>& profiles);

}  // namespace kassay
