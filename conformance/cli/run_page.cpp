#include "conformance/cli/run_page.h"

#include <CLI/CLI.hpp>

#include "conformance/cli/output_file.h"
#include "conformance/cli/same_file.h"
#include "reports/history/history.h"
#include "reports/html/html.h"
#include "reports/report.h"
#include "spec/lib/atomic_file.h"

namespace kassay::cli {
namespace {

void write_report(const RunPage& page, reports::Report report) {
  if (!page.history.empty()) {
    reports::History history = reports::read_history(page.history);
    if (!history.entries.empty()) report.history = std::move(history.entries);
  }
  write_output(page.file, reports::html_report(report));
}

}  // namespace

void check_run_page(const std::string& page,
                    const std::vector<std::pair<std::string, std::string>>& others) {
  if (is_standard_output(page)) return;
  for (const auto& [option, file] : others) {
    if (file.empty() || !same_file(page, file)) continue;
    throw CLI::ValidationError("--report",
                               page + " is also the file of " + option + ": name another file");
  }
  check_writable(page);
}

void write_run_page(const RunPage& page, const std::string& results_file) {
  write_report(page, reports::read_report({results_file}, page.vectors));
}

void write_run_page(const RunPage& page, Results results) {
  std::vector<reports::ReportRun> runs;
  runs.push_back({"", {"standard output"}, std::move(results)});
  write_report(page, reports::make_report(std::move(runs), page.vectors));
}

}  // namespace kassay::cli
