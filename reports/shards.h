// Joins the shards of one run, so that a run split over machines reads as one.
#pragma once

#include <string>
#include <vector>

#include "reports/report.h"

namespace kassay::reports {

// The run in each of these files; a notice names those that were cut short. Throws FileError.
std::vector<ReportRun> read_runs(const std::vector<std::string>& files,
                                 std::vector<std::string>& notices);

// Runs that differ only in shard, machine and time become one, in the place of the first. With all
// shards, the joined run is no longer one of several shards; if some are missing it stays
// incomplete and a notice names them.
std::vector<ReportRun> join_shards(std::vector<ReportRun> runs, std::vector<std::string>& notices);

}  // namespace kassay::reports
