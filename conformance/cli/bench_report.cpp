#include "conformance/cli/bench_report.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "conformance/cli/bench_text.h"
#include "conformance/cli/terminal.h"
#include "reports/speed/page.h"
#include "reports/speed/speed.h"
#include "spec/lib/error.h"
#include "spec/lib/printable.h"

namespace kassay::cli {
namespace {

constexpr std::size_t kWorstWorkloads = 10;

// The workloads where the first backend is furthest behind the fastest other, or least ahead of it.
std::vector<std::string> worst_workloads(const reports::SpeedRun& run) {
  std::vector<std::pair<double, std::string>> sorted;
  for (const auto& [workload, ratio] : reports::ratios_to_fastest(run.ratios)) {
    sorted.emplace_back(ratio, workload);
  }
  std::ranges::sort(sorted);
  sorted.resize(std::min(sorted.size(), kWorstWorkloads));
  std::vector<std::string> worst;
  for (auto& [ratio, workload] : sorted) worst.push_back(std::move(workload));
  return worst;
}

std::string worst_text(const reports::SpeedRun& run) {
  const std::vector<std::string> worst = worst_workloads(run);
  if (worst.empty()) return "\nNo workload is measured on the first backend and on another.\n";
  std::vector<std::string> labels;
  for (const auto& backend : run.header().backends) labels.push_back(backend.label);
  std::string text =
      "\nThe worst compared with the fastest other backend\n" + head_line(labels) + "\n";
  for (const std::string& workload : worst) {
    std::vector<bench::Result> line;
    std::ranges::copy_if(run.measured.results, std::back_inserter(line),
                         [&](const auto& result) { return result.workload == workload; });
    text += workload_line(workload, line) + "\n";
  }
  return text;
}

reports::SpeedReport read_with_notes(const std::vector<std::string>& files) {
  reports::SpeedReport report = reports::read_speed_report(files);
  for (const std::string& notice : report.notices) print_note(notice);
  return report;
}

}  // namespace

bool are_bench_files(const std::vector<std::string>& files) {
  const auto is_bench = [](const std::string& file) { return bench::is_bench_file(file); };
  const auto one = std::ranges::find_if(files, is_bench);
  if (one == files.end()) return false;
  const auto other = std::ranges::find_if_not(files, is_bench);
  if (other == files.end()) return true;
  throw FileError(*other, "", "is not a file of `kassay bench`, but " + *one + " is",
                  "Report measurements and the results of `kassay run` in two commands.");
}

void refuse_options_of_runs(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const bool fits = option->get_positional() || option->check_name("--out");
    if (fits || option->count() == 0) continue;
    throw CLI::ValidationError(
        option->get_name(),
        "is for results of `kassay run`, and these files are of `kassay bench`; leave it out");
  }
}

std::string bench_report_text(const std::vector<std::string>& files) {
  std::string text;
  const reports::SpeedReport report = read_with_notes(files);
  for (const reports::SpeedRun& run : report.runs) {
    const bench::Header& header = run.header();
    text += (text.empty() ? "" : "\n") + printable(run.file) + ": " + printable(header.started) +
            ", " + printable(header.machine_cpu) + "\n" +
            means_text(run.measured.results, run.first()) + worst_text(run);
  }
  return text;
}

std::string bench_report_page(const std::vector<std::string>& files) {
  return reports::speed_page(read_with_notes(files));
}

}  // namespace kassay::cli
