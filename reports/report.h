// Reports: what one or more runs found, joined with the specification that they were judged by, as
// one self-contained HTML page, as JUnit XML, CTRF or Markdown. Everything comes from results files
// and from a vectors directory; nothing here knows how a run is made.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reports/history/history.h"
#include "spec/lib/preview.h"
#include "spec/lib/results.h"
#include "spec/lib/specification.h"

namespace kassay::reports {

struct ReportRun {
  std::string label;               // a heading, unique among the runs of a report
  std::vector<std::string> files;  // several where shards of one run were joined
  Results results;                 // one result a case and mode
};

struct NamedPreview {
  std::string name;
  Preview value;
};

// What goes into a case and must come out.
struct CaseValues {
  std::vector<NamedPreview> inputs;
  std::vector<Preview> expected;       // one an output; of an error that is due, its kinds
  std::vector<NamedPreview> gradient;  // in mode gradient, by input
};

// What a results file does not say about a case.
struct ReportCase {
  std::string dtype;
  std::vector<std::string> clauses;
  std::string program;               // its calls, as Python
  std::optional<CaseValues> values;  // where a run did not pass it, or passed it in its own way
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

// Shards of one run are joined. Throws FileError where a results file cannot be used; vectors that
// are missing, damaged or of another hash than a run's only add a notice.
Report read_report(const std::vector<std::string>& results_files,
                   const std::string& vectors_directory);
// The same from results that are already in memory, with the place that each came from.
Report make_report(std::vector<ReportRun> runs, const std::string& vectors_directory);

// A whole page: no request goes out from it, and nothing that it shows is ever run.
std::string html_report(const Report& report);

// A test suite a function (and run, where there are several), a test case a case and mode.
std::string junit_report(const Report& report);

// JSON in the Common Test Report Format, https://ctrf.io, version 1: a test a case and mode.
std::string ctrf_report(const Report& report);

// A summary for the page of a job in continuous integration: less than 60,000 bytes of
// GitHub-flavoured Markdown, which say what they leave out.
std::string markdown_report(const Report& report);

}  // namespace kassay::reports
