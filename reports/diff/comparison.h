// Reads two runs from their files, compares them, and writes the comparison.
#pragma once

#include <string>
#include <vector>

#include "reports/diff/diff.h"
#include "reports/report.h"

namespace kassay::reports {

struct RunComparison {
  ReportRun old, now;
  Diff diff;
};

struct DiffSettings {
  double margin_factor = kMarginFactor;
  bool common = false;       // compare only what both runs have: nothing is new or gone
  std::string vectors = {};  // a vectors directory, whose list of changed cases is read if needed
};

// A run from its results file, or from those of its shards; `which` names it in messages: "old",
// "new". Throws FileError if a file cannot be used or belongs to a different run than the others.
ReportRun read_run(const std::string& which, const std::vector<std::string>& files,
                   std::vector<std::string>& notices);

// The list of changed and retired cases of a vectors directory, for runs of different versions of
// the specification. None if they are of the same one; a list that cannot be read, or that does not
// reach to the later version, is a notice.
std::vector<CaseChange> read_case_changes(const ResultsHeader& old, const ResultsHeader& now,
                                          const std::string& vectors,
                                          std::vector<std::string>& notices);

// The comparison in the same form for both runs.
RunComparison compare_runs(const std::vector<std::string>& old_files,
                           const std::vector<std::string>& now_files, const DiffSettings& settings);

}  // namespace kassay::reports
