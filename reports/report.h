// Reports: the results of one or more runs, joined with the specification that judged them, as one
// self-contained HTML page, as JUnit XML, CTRF or Markdown. Everything comes from results files and
// from a vectors directory; nothing here knows how a run is made.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/rules/findings.h"
#include "reports/history/history.h"
#include "spec/lib/preview.h"
#include "spec/lib/results.h"
#include "spec/lib/specification.h"

namespace kassay::reports {

struct ReportRun {
  std::string label;               // a heading, unique among the runs of a report
  std::vector<std::string> files;  // several if shards of one run were joined
  Results results;                 // one result per case and mode
  // What the failures of a function have in common; none where the vectors are not those of the run.
  std::vector<rules::Finding> findings = {};
};

struct NamedPreview {
  std::string name;
  Preview value;
};

// The inputs and expected outputs of a case.
struct CaseValues {
  std::vector<NamedPreview> inputs;
  std::vector<Preview> expected;       // one per output; for an expected error, its kinds
  std::vector<NamedPreview> gradient;  // in mode gradient, by input
};

// The data about a case that a results file lacks.
struct ReportCase {
  std::string dtype;
  std::vector<std::string> clauses;
  std::string program;               // its calls, as Python
  bool refusal = false;              // it expects an error, of which nothing can be measured
  std::optional<CaseValues> values;  // if a run did not pass it, or passed it by a reading
};

struct Report {
  std::vector<ReportRun> runs;
  std::optional<Specification> specification;
  std::map<std::string, ReportCase, std::less<>> cases;  // by id, of the functions that were run
  std::vector<std::string> notices;                      // sentences: what limits the report itself
  // Where the pages of the specification are (site/site.h), seen from the page; empty: nowhere.
  std::string specification_pages;
  std::optional<std::vector<HistoryEntry>> history;  // for the page; read_report has none
};

// Shards of one run are joined. Throws FileError if a results file cannot be used. Vectors that are
// missing, damaged or have another hash than a run's only add a notice.
Report read_report(const std::vector<std::string>& results_files,
                   const std::string& vectors_directory);
// The same from results that are already in memory, with the file that each came from.
Report make_report(std::vector<ReportRun> runs, const std::string& vectors_directory);

}  // namespace kassay::reports
