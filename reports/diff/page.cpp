#include "reports/diff/page.h"

#include "reports/diff/comparison.h"
#include "reports/diff/json.h"
#include "reports/html/page.h"
#include "reports/html/page_files.h"
#include "reports/text.h"

namespace kassay::reports {
namespace {

std::string run_name(const ReportRun& run) {
  const ResultsHeader& header = run.results.header;
  std::string name = header.backend_name.empty() ? header.backend_argument : header.backend_name;
  return header.backend_version.empty() ? name : name + " " + header.backend_version;
}

std::string plain_summary(const Diff& diff) {
  std::string result = "<ul>\n";
  for (const ChangeKind kind : kChangeKinds) {
    if (diff.count(kind) == 0) continue;
    result += "<li>" + grouped_digits(diff.count(kind)) + " " + std::string(change_name(kind)) +
              ": " + std::string(change_meaning(kind)) + "</li>\n";
  }
  return result + "<li>" + grouped_digits(diff.same) + " the same</li>\n</ul>\n";
}

}  // namespace

std::string diff_page(const RunComparison& comparison) {
  const std::string names = run_name(comparison.old) + " → " + run_name(comparison.now);
  return assemble_page({.title = printable(names) + " · changes in Keras backend conformance",
                        .heading = "What changed",
                        .summary = plain_summary(comparison.diff),
                        .data = diff_json(comparison),
                        .script = kDiffScript});
}

}  // namespace kassay::reports
