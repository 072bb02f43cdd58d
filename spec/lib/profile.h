// Parts of the API that a backend can claim to support (spec/specification_files.md, Profiles).
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
  Names functions;  // with all their clauses
  Names clauses;    // single ones, of other functions
  Names without;    // clauses of its functions that belong to another profile
  Names calls;      // all functions that its cases may call

  // Whether its functions or single clauses involve the function.
  bool concerns(std::string_view function) const;
};

// The places of the profiles that the case belongs to in one of its modes: the case tests the profile,
// the profile has the mode, and neither the program nor the calls that the mode adds need a function
// that the profile lacks.
std::vector<std::size_t> profiles_of(const CaseOutline& test_case, Mode mode,
                                     const std::vector<Profile>& profiles);

}  // namespace kassay
