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
  bool common = false;  // compare only what both runs have: nothing is new or gone
};

// A run from its results file, or from those of its shards; `which` names it in messages: "old",
// "new". Throws FileError if a file cannot be used or belongs to a different run than the others.
ReportRun read_run(const std::string& which, const std::vector<std::string>& files,
                   std::vector<std::string>& notices);

// The comparison in the same form for both runs.
RunComparison compare_runs(const std::vector<std::string>& old_files,
                           const std::vector<std::string>& now_files, const DiffSettings& settings);

// One JSON object, every text in it printable (text.h):
//
//   old, new  {files, complete, results, backend, edition, tier, vectors, started}
//   header    [{field, old, new, meaning}]: in what the headers differ
//   notices   [sentence]
//   kinds     [{name, meaning, worse, count}], in the order of the changes
//   same      how many cases and modes have no change
//   worse     whether one of the changes is
//   changes   [{kind, function, case, mode, old, new, command}], where old and new are null or
//             {outcome, margin, seconds, reading, message} and the command explains the case on the
//             new backend (where that has no result, on the old one). A number that JSON lacks is
//             "nan", "inf" or "-inf".
std::string diff_json(const RunComparison& comparison);

// A whole page, built like the report.
std::string diff_page(const RunComparison& comparison);

}  // namespace kassay::reports
