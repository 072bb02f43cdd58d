// Badges: the verdict on a run, small enough for the top of a README.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reports/badge/draw.h"
#include "reports/profile_counts.h"
#include "reports/report.h"

namespace kassay::reports {

// The whole of a run: the title of its verdict.
Badge run_badge(const ReportRun& run);

// One for each profile that the run has to do with, by id. `counts` is what profile_counts says of
// the run; without it, and of a run of a part, words stand where there would be numbers.
std::map<std::string, Badge> profile_badges(const Report& report, const ReportRun& run,
                                            const std::map<std::string, ProfileCounts>& counts);

// Every file, by its path below the badge folder: kassay.svg and kassay.json, and
// kassay-<profile>.svg and .json. Several runs get one folder each, named after the backend.
std::map<std::string, std::string> badge_files(
    const Report& report, const std::vector<std::map<std::string, ProfileCounts>>& counts);

}  // namespace kassay::reports
