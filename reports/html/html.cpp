// The HTML page of a report.
#include "reports/html/html.h"

#include "reports/html/page.h"
#include "reports/html/page_data.h"
#include "reports/html/page_files.h"
#include "reports/report.h"
#include "reports/summary.h"
#include "reports/text.h"

namespace kassay::reports {
namespace {

std::string page_title(const Report& report) {
  std::string names;
  for (const ReportRun& run : report.runs) names += (names.empty() ? "" : ", ") + run.label;
  return printable(names) + " · Keras backend conformance";
}

// For readers without JavaScript, search indexes and mail previews.
std::string plain_summary(const Report& report) {
  std::string result;
  for (const ReportRun& run : report.runs) {
    const RunSummary summary = summarize(run.results);
    result += "<h2>" + escape_markup(printable(run.label)) + "</h2>\n<p><strong>" +
              escape_markup(printable(summary.verdict.title)) +
              "</strong>: " + outcomes_text(summary) + "</p>\n";
    for (const std::string& line : standing_lines(summary.verdict)) {
      result += "<p>" + escape_markup(printable(line)) + ".</p>\n";
    }
    if (summary.verdict.limits.empty()) continue;
    result += "<p>" + summary.verdict.limits_title + ":</p>\n<ul>\n";
    for (const std::string& limit : summary.verdict.limits) {
      result += "<li>" + escape_markup(printable(limit)) + "</li>\n";
    }
    result += "</ul>\n";
  }
  return result;
}

}  // namespace

std::string html_report(const Report& report) {
  return assemble_page({.title = page_title(report),
                        .heading = "Conformance report",
                        .summary = plain_summary(report),
                        .data = page_data(report),
                        .script = kReportScript});
}

}  // namespace kassay::reports
