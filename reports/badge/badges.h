// Badges: the verdict on a run, small enough for the top of a README.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reports/badge/draw.h"
#include "reports/report.h"

namespace kassay::reports {

// The whole of a run: the title of its verdict; of one that is not conformant also how much is
// right and how much is supported.
Badge run_badge(const ReportRun& run);

// One for each profile that the run has to do with, by id: "14 of 15 right, 15 of 86 supported".
// Results of earlier versions, and those of a part, have words instead of numbers.
std::map<std::string, Badge> profile_badges(const Report& report, const ReportRun& run);

// Every file, by its path below the badge folder: kassay.svg and kassay.json, and
// kassay-<profile>.svg and .json. Several runs get one folder each, named after the backend.
std::map<std::string, std::string> badge_files(const Report& report);

}  // namespace kassay::reports
