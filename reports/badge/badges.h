// Badges: the verdict on a run, small enough for the top of a README.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reports/profile_counts.h"
#include "reports/report.h"

namespace kassay::reports {

struct Badge {
  std::string label;    // "kassay", "kassay inference"
  std::string message;  // "conformant", "no failure in the part that was run", "1,204 of 1,210"
  std::string colour;   // a colour by name: "brightgreen", "red", "lightgrey"
};

// The whole of a run: the title of its verdict.
Badge run_badge(const ReportRun& run);

// One for each profile that the run has to do with, by id. `counts` is what profile_counts says of
// the run; without it, and of a run of a part, words stand where there would be numbers.
std::map<std::string, Badge> profile_badges(const Report& report, const ReportRun& run,
                                            const std::map<std::string, ProfileCounts>& counts);

// A self-contained picture: no font, no request, no script.
std::string badge_svg(const Badge& badge);
// For https://shields.io/badges/endpoint-badge
std::string badge_json(const Badge& badge);

// Every file, by its path below the badge folder: kassay.svg and kassay.json, and
// kassay-<profile>.svg and .json. Several runs get one folder each, named after the backend.
std::map<std::string, std::string> badge_files(
    const Report& report, const std::vector<std::map<std::string, ProfileCounts>>& counts);

}  // namespace kassay::reports
