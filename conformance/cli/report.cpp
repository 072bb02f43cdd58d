// `kassay report`: results as a table, as a page, as files for continuous integration.
#include "conformance/cli/report.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "conformance/cli/bench_report.h"
#include "conformance/cli/exit_code.h"
#include "conformance/cli/gate_options.h"
#include "conformance/cli/output_file.h"
#include "conformance/cli/output_folder.h"
#include "conformance/cli/report_table.h"
#include "conformance/cli/same_file.h"
#include "conformance/cli/terminal.h"
#include "conformance/cli/vectors_directory.h"
#include "reports/badge/badges.h"
#include "reports/counts/counts_file.h"
#include "reports/ctrf/ctrf.h"
#include "reports/history/history.h"
#include "reports/html/html.h"
#include "reports/junit/junit.h"
#include "reports/markdown/markdown.h"
#include "reports/matrix/csv.h"
#include "reports/matrix/json.h"
#include "reports/matrix/markdown.h"
#include "reports/report.h"
#include "reports/site/site.h"
#include "reports/summary.h"
#include "reports/text.h"
#include "spec/lib/error.h"
#include "spec/lib/specification.h"

namespace kassay::cli {
namespace {

namespace files = std::filesystem;

struct Output {
  const char* option;
  std::string file;  // empty: not wanted
  std::string (*write)(const reports::Report&);
};

struct ReportOptions {
  std::vector<std::string> results;
  Output html{"--out", "", reports::html_report};
  Output junit{"--junit", "", reports::junit_report};
  Output ctrf{"--ctrf", "", reports::ctrf_report};
  Output markdown{"--markdown", "", reports::markdown_report};
  Output matrix{"--matrix", "", nullptr};  // written by the ending of the file
  std::string badges, site;                // folders
  std::string counts, history;
  std::vector<std::string> counted;  // of the files that were named, those of --counts
  bool all = false, check = false;
  reports::GateSettings gates;
  std::string vectors = default_vectors_directory();

  // The outputs that are wanted.
  std::vector<Output> outputs() const {
    std::vector<Output> asked;
    for (const Output& output : {html, junit, ctrf, markdown, matrix}) {
      if (!output.file.empty()) asked.push_back(output);
    }
    return asked;
  }
  bool only_table() const {
    return outputs().empty() && badges.empty() && site.empty() && counts.empty();
  }
};

// Throws CLI::ValidationError for another ending.
void set_matrix(Output& matrix, const std::string& file) {
  const files::path ending = files::path(file).extension();
  matrix.file = file;
  if (ending == ".md" || is_standard_output(file)) {
    matrix.write = reports::matrix_markdown;
  } else if (ending == ".csv") {
    matrix.write = reports::matrix_csv;
  } else if (ending == ".json") {
    matrix.write = reports::matrix_json;
  } else {
    throw CLI::ValidationError("--matrix", "\"" + file + "\" does not end in .md, .csv or .json");
  }
}

// Moves the files that --counts wrote from `results` to `counted`; only a site shows them.
void take_counted(ReportOptions& options) {
  const auto first = std::ranges::stable_partition(
      options.results, [](const std::string& file) { return !reports::is_counts_file(file); });
  options.counted.assign(first.begin(), first.end());
  options.results.erase(first.begin(), first.end());
  if (options.counted.empty()) return;
  const bool only_site = options.outputs().empty() && options.badges.empty() &&
                         options.counts.empty() && !options.site.empty();
  if (only_site) return;
  throw CLI::ValidationError(options.counted.front(),
                             "has only counts of results, which need --site");
}

// A report must not replace one of its inputs, nor another output.
void check_outputs(const ReportOptions& options) {
  const std::vector<Output> outputs = options.outputs();
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::string& file = outputs[i].file;
    for (const std::string& input : options.results) {
      if (same_file(file, input)) {
        throw CLI::ValidationError(file, "is one of the results files; name another output");
      }
    }
    if (!options.history.empty() && same_file(file, options.history)) {
      throw CLI::ValidationError(file, "is the history; name another output");
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!same_file(file, outputs[j].file)) continue;
      throw CLI::ValidationError(
          file, std::string("is named by both ") + outputs[j].option + " and " + outputs[i].option);
    }
  }
  const bool one_file = outputs.size() == 1 && !is_standard_output(outputs.front().file);
  if (options.check && !(one_file && options.badges.empty() && options.site.empty())) {
    throw CLI::ValidationError(
        "--check", "compares the file of --matrix and writes nothing: name no other output");
  }
  if (options.all && !options.only_table()) {
    throw CLI::ValidationError("--all",
                               "is for the table, which is printed only without other outputs");
  }
  if (!options.history.empty() && options.html.file.empty() && options.site.empty()) {
    throw CLI::ValidationError("--history",
                               "is drawn in the page: it needs --out FILE.html or --site DIR");
  }
}

void write_badges(const reports::Report& report, const ReportOptions& options) {
  for (const auto& [name, content] : badge_files(report)) {
    write_into("--badges", options.badges, name, content);
  }
  std::cerr << "wrote badges in " << options.badges << '\n';
}

void write_counts(const reports::Report& report, const ReportOptions& options) {
  if (report.runs.size() != 1)
    throw CLI::ValidationError("--counts", "takes the results of one run");
  std::optional<reports::RunCounts> before;
  if (files::exists(options.counts)) before = reports::read_counts(options.counts);
  try {
    write_output(options.counts, reports::counts_text(report.runs.front(), report, before));
  } catch (const std::invalid_argument& error) {
    throw CLI::ValidationError("--counts", error.what());
  }
}

void write_site_files(const reports::Report& report, const ReportOptions& options) {
  const ClauseCases cases =
      report.specification ? read_clause_cases(options.vectors) : ClauseCases();
  std::vector<reports::RunCounts> counted;
  for (const std::string& file : options.counted) counted.push_back(reports::read_counts(file));
  write_site(report, std::move(counted), cases,
             [&](const std::string& name, const std::string& content) {
               write_into("--site", options.site, name, content);
             });
  std::cerr << "wrote " << (files::path(options.site) / "index.html").string() << '\n';
}

void print_verdicts(const reports::Report& report) {
  for (const reports::ReportRun& run : report.runs) {
    const reports::RunSummary summary = reports::summarize(run.results);
    std::cerr << reports::printable(run.label) << ": " << reports::printable(summary.verdict.title)
              << '\n';
    for (const std::string& limit : summary.verdict.limits)
      std::cerr << "  " << reports::printable(limit) << '\n';
    for (const std::string& line : reports::standing_lines(summary.verdict))
      std::cerr << "  " << reports::printable(line) << '\n';
  }
}

void read_history_into(reports::Report& report, const std::string& file) {
  reports::History history = reports::read_history(file);
  if (history.entries.empty()) {
    throw FileError(file, "", "does not exist or holds no run",
                    "Name a file that `kassay run --history` appended to.");
  }
  if (history.cut_off) {
    report.notices.push_back("The last line of " + file + " was cut off and is left out.");
  }
  report.history = std::move(history.entries);
}

void write_reports(const ReportOptions& options, const reports::Report& report) {
  const std::vector<Output> outputs = options.outputs();
  if (options.only_table()) {
    const bool terminal = output_is_terminal();
    const auto columns = terminal ? terminal_columns(Stream::kOutput) : 0;
    std::cout << report_table(report, {options.all, static_cast<std::size_t>(columns)});
    return;
  }
  print_verdicts(report);
  for (const Output& output : outputs) {
    write_output(output.file, output.write(report));
  }
  if (!options.counts.empty()) write_counts(report, options);
  if (!options.badges.empty()) write_badges(report, options);
  if (!options.site.empty()) write_site_files(report, options);
}

void report_measurements(const ReportOptions& options) {
  if (options.html.file.empty()) {
    std::cout << bench_report_text(options.results);
  } else {
    write_output(options.html.file, bench_report_page(options.results));
  }
}

bool all_gates_open(const ReportOptions& options, const reports::Report& report) {
  bool open = true;
  for (const reports::ReportRun& run : report.runs) {
    const std::string label = report.runs.size() > 1 ? reports::printable(run.label) : "";
    open = gates_open(run.results, options.gates, label) && open;
  }
  return open;
}

}  // namespace

void add_report(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand("report", "Make a report from the results of runs");
  command->footer(
      "Without an output option it prints a table: a paragraph per run, then a line per function\n"
      "that is supported and does not fully pass, worst first. All outputs show several runs side "
      "by side, and the\n"
      "shards of one run as one. FILE may be - for standard output.\n\n"
      "Of files of `kassay bench` it prints the means and the worst workloads, or writes a page "
      "with --out;\n"
      "with several files the page also shows how the means went over time.\n\n" +
      std::string(kGatesHelp) +
      "\nEach run must pass every gate on its own.\n\n"
      "Exit code: 0 the report was written, whatever it says; 1 a gate failed, or the file of "
      "--check\n"
      "is out of date; 2 wrong usage or an unusable file; 3 memory has run out.\n\n"
      "Examples:\n"
      "  kassay report results.jsonl\n"
      "  kassay report results.jsonl --out report.html\n"
      "  kassay report reference.jsonl mine.jsonl --out compare.html --junit junit.xml\n"
      "  kassay report shard-*.jsonl --out report.html --vectors build/vectors --max-failures 0\n"
      "  kassay report results.jsonl --markdown - >> \"$GITHUB_STEP_SUMMARY\"\n"
      "  kassay report results.jsonl --ctrf ctrf.json --badges badges\n"
      "  kassay report results.jsonl --matrix supported.md --check\n"
      "  kassay report results.jsonl --history history.jsonl --out report.html\n"
      "  kassay report reference.jsonl mine.jsonl --site public\n"
      "  kassay report mine.jsonl --counts mine.json; kassay report mine.json --site public\n"
      "  kassay report race.jsonl --out race.html");
  command
      ->add_option(
          "RESULTS", options->results,
          "Results files of `kassay run` (JSON Lines), or files of `kassay bench`; with --site "
          "also files of --counts")
      ->required();
  command->add_flag(
      "--all", options->all,
      "Also list the functions that fully pass, and those that are not supported, in the table");
  command->add_option("-o,--out", options->html.file, "The HTML page to write")->type_name("FILE");
  command->add_option("--junit", options->junit.file, "The JUnit XML file to write")
      ->type_name("FILE");
  command
      ->add_option("--ctrf", options->ctrf.file,
                   "The JSON file to write in the Common Test Report Format")
      ->type_name("FILE");
  command
      ->add_option("--markdown", options->markdown.file,
                   "The Markdown file to write, for the page of a job: at most 60 kB")
      ->type_name("FILE");
  CLI::Option* matrix =
      command
          ->add_option_function<std::string>(
              "--matrix", [options](const std::string& file) { set_matrix(options->matrix, file); },
              "The support matrix to write, function by backend and dtype, to keep in a "
              "repository: "
              "FILE.md, FILE.csv or FILE.json")
          ->type_name("FILE");
  command
      ->add_flag("--check", options->check,
                 "Write nothing; exit with code 1 if the file of --matrix is out of date")
      ->needs(matrix);
  command
      ->add_option("--badges", options->badges,
                   "The folder for badges of the run and of each profile: SVG, and JSON for "
                   "Shields; several runs get one folder each")
      ->type_name("DIR");
  command
      ->add_option(
          "--counts", options->counts,
          "The file for the counts of one whole run, by function, mode, dtype and outcome: "
          "small enough to keep in a repository, and as RESULTS enough for a row of a site. "
          "A run that it has becomes an earlier one, for the trend")
      ->type_name("FILE");
  command
      ->add_option("--site", options->site,
                   "The folder for a site: a scoreboard, a page per run, the specification; "
                   "for any static host. Other files in it stay")
      ->type_name("DIR");
  command
      ->add_option("--history", options->history,
                   "The file of `kassay run --history`; the page draws it")
      ->type_name("FILE");
  command
      ->add_option("--vectors", options->vectors,
                   "The vectors directory, for the texts of clauses and decisions")
      ->type_name("DIR")
      ->capture_default_str();
  add_gate_options(*command, options->gates);
  command->callback([options, command, &exit_code] {
    take_counted(*options);
    const bool measurements = are_bench_files(options->results);
    if (measurements) refuse_options_of_runs(*command);
    check_outputs(*options);
    if (measurements) return report_measurements(*options);
    for (const std::string& note : read_earlier_run(options->gates, options->vectors))
      print_note(note);
    // The matrix lists its functions.
    if (!options->matrix.file.empty()) read_specification(options->vectors);
    reports::Report report = reports::read_report(options->results, options->vectors);
    if (!options->history.empty()) read_history_into(report, options->history);
    for (const std::string& notice : report.notices) print_note(notice);
    bool current = true;
    if (options->check) {
      current = is_current(options->matrix.file, options->matrix.write(report));
    } else {
      write_reports(*options, report);
    }
    exit_code = all_gates_open(*options, report) && current ? kConformant : kNotConformant;
  });
}

}  // namespace kassay::cli
