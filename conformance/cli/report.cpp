// `kassay report`: results as an HTML page, as JUnit XML.
#include "reports/report.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "conformance/cli/commands.h"
#include "conformance/cli/same_file.h"
#include "reports/summary.h"
#include "reports/text.h"
#include "spec/lib/atomic_file.h"

namespace kassay::cli {
namespace {

struct ReportOptions {
  std::vector<std::string> results;
  std::string html, junit;
  std::string vectors = default_vectors_directory();
};

// A report must not take the place of the results that it is made of.
void check_outputs(const ReportOptions& options) {
  if (options.html.empty() && options.junit.empty()) {
    throw CLI::RequiredError("--out FILE.html or --junit FILE.xml");
  }
  for (const std::string& output : {options.html, options.junit}) {
    for (const std::string& input : options.results) {
      if (!output.empty() && same_file(output, input)) {
        throw CLI::ValidationError(output, "is one of the results files; name another output");
      }
    }
  }
  if (!options.html.empty() && !options.junit.empty() && same_file(options.html, options.junit)) {
    throw CLI::ValidationError(options.html, "is named by both --out and --junit");
  }
}

void write_reports(const ReportOptions& options) {
  const Report report = read_report(options.results, options.vectors);
  for (const std::string& notice : report.notices)
    std::cerr << "note: " << printable(notice) << '\n';
  for (const ReportRun& run : report.runs) {
    const RunSummary summary = summarize(run.results);
    std::cerr << printable(run.label) << ": " << verdict_text(summary) << '\n';
    for (const std::string& limit : summary.limits) std::cerr << "  " << printable(limit) << '\n';
    const std::string profiles = profiles_text(summary);
    if (!profiles.empty()) std::cerr << "  " << printable(profiles) << '\n';
  }
  if (!options.html.empty()) write_file(options.html, html_report(report));
  if (!options.junit.empty()) write_file(options.junit, junit_report(report));
  for (const std::string& output : {options.html, options.junit}) {
    if (!output.empty()) std::cerr << "wrote " << output << '\n';
  }
}

}  // namespace

void add_report(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand("report", "Make a report from the results of runs");
  command->footer(
      "One page shows several runs side by side; the shards of one run are joined.\n"
      "The exit code is 0 when the report is written, whatever it says.\n\n"
      "Examples:\n"
      "  kassay report results.jsonl --out report.html\n"
      "  kassay report reference.jsonl mine.jsonl --out compare.html --junit junit.xml\n"
      "  kassay report shard-*.jsonl --out report.html --vectors build/vectors");
  command->add_option("RESULTS", options->results, "Results files of `kassay run` (JSON Lines)")
      ->required();
  command->add_option("-o,--out", options->html, "The HTML page to write");
  command->add_option("--junit", options->junit, "The JUnit XML file to write");
  command
      ->add_option("--vectors", options->vectors,
                   "The vectors directory, for the texts of clauses and decisions")
      ->capture_default_str();
  command->callback([options, &exit_code] {
    check_outputs(*options);
    write_reports(*options);
    exit_code = kConformant;
  });
}

}  // namespace kassay::cli
