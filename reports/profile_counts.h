// How much of a profile a backend has: its results by profile.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "reports/report.h"

namespace kassay::reports {

struct ProfileCounts {
  std::int64_t results = 0;  // of cases, by mode, that belong to the profile
  std::int64_t passed = 0;   // of these: plainly, or by an accepted reading
};

// By profile, for each run of the report. Reads the cases again, because the profiles of a case
// follow from its program, which a report does not keep. Profiles are missing if the vectors cannot
// be read (the notices of the report say so) or are not those of the run.
std::vector<std::map<std::string, ProfileCounts>> profile_counts(
    const Report& report, const std::string& vectors_directory);

}  // namespace kassay::reports
