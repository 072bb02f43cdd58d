// `kassay merge`: joins the shards of a run.
#include "conformance/cli/merge.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "conformance/cli/gate_options.h"
#include "conformance/cli/options.h"
#include "conformance/cli/run_output.h"
#include "conformance/cli/run_page.h"
#include "conformance/cli/same_file.h"
#include "conformance/cli/terminal.h"
#include "conformance/cli/vectors_directory.h"
#include "conformance/runner/merge.h"
#include "conformance/runner/results_file.h"
#include "conformance/runner/waive.h"
#include "reports/history/append.h"
#include "reports/history/history.h"
#include "reports/shards.h"
#include "spec/lib/atomic_file.h"
#include "spec/lib/error.h"
#include "spec/lib/printable.h"
#include "spec/lib/result_lines.h"

namespace kassay::cli {
namespace {

constexpr char kRemedy[] = "Name the results of each shard of one run, once.";

struct MergeOptions {
  std::vector<std::string> shards, waivers;
  std::string out, history, page;
  reports::GateSettings gates;
  int max_restarts = runner::RunSettings().max_restarts;
  bool overwrite = false, skip_unsupported = false;
  std::string vectors = default_vectors_directory();
};

// Joins the shards. Throws FileError if they are not shards of one run, or some are missing.
Results run_of_shards(const std::vector<std::string>& files) {
  std::vector<std::string> notices;
  std::vector<reports::ReportRun> runs = reports::read_runs(files, notices);
  if (!notices.empty()) throw FileError(files.front(), "", notices.front(), kRemedy);
  ResultsHeader first = runs.front().results.header;
  runs = reports::join_shards(std::move(runs), notices);
  if (!notices.empty()) throw FileError(files.front(), "", notices.front(), kRemedy);
  if (runs.size() > 1) {
    ResultsHeader other = runs[1].results.header;
    first.shard_index = other.shard_index;
    first.selected = other.selected;
    const std::string different = runner::run_differences(first, other);
    throw FileError(runs[1].files.front(), "",
                    "is not another shard of the run in " + files.front() +
                        (different.empty() ? ": the shard is named twice" : ": " + different),
                    kRemedy);
  }
  if (runs.front().results.header.shard_count > 1) {
    throw FileError(files.front(), "", "is one shard of several", kRemedy);
  }
  return std::move(runs.front().results);
}

void check_page_of(const MergeOptions& options) {
  if (options.page.empty()) return;
  std::vector<std::pair<std::string, std::string>> others = {{"--out", options.out},
                                                             {"--history", options.history}};
  for (const std::string& shard : options.shards) others.emplace_back("SHARDS", shard);
  for (const std::string& file : options.waivers) others.emplace_back("--waivers", file);
  for (const std::string& file : options.gates.no_worse_than)
    others.emplace_back("--no-worse-than", file);
  check_run_page(options.page, others);
}

void check_options(const MergeOptions& options) {
  for (const std::string& shard : options.shards) {
    if (same_file(options.out, shard)) {
      throw CLI::ValidationError("--out", "is one of the shards: name another file");
    }
  }
  // Refuses a file that must not be replaced. Nothing stays open: the file is written at the end.
  runner::ResultsFile(options.out, options.overwrite ? runner::EarlierResults::kReplace
                                                     : runner::EarlierResults::kRefuse);
  check_page_of(options);
  if (!options.history.empty()) reports::prepare_history(options.history);
}

int merge(MergeOptions& options) {
  check_options(options);
  for (const std::string& note : read_earlier_run(options.gates, options.vectors)) print_note(note);
  Results results = run_of_shards(options.shards);
  const std::string& name = options.shards.front();
  if (!results.header.waivers.empty() && options.waivers.empty()) {
    throw CLI::ValidationError("--waivers", "the shards had waivers: name " +
                                                results.header.waivers.front().file +
                                                " here too; `kassay waive` removes them");
  }
  runner::put_in_order(results, name, options.vectors, options.max_restarts);
  const runner::RunReport report =
      runner::apply_waivers(results, name, options.waivers, options.vectors);
  write_file(options.out, to_text(results));
  const RunVerdict verdict = verdict_of(facts_of(report));
  print_summary(report, verdict, options.vectors);
  std::cerr << "Wrote " << printable(options.out) << ".\n";
  if (!options.history.empty()) {
    reports::append_history(options.history, reports::history_entry(results));
  }
  if (!options.page.empty()) {
    write_run_page({options.page, options.history, options.vectors}, options.out);
  }
  return exit_code_of(verdict, results, options.gates, options.skip_unsupported);
}

}  // namespace

void add_merge(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<MergeOptions>();
  CLI::App* command = app.add_subcommand("merge", "Join the shards of a run");
  command->footer(
      "The file is the same as one machine with one job would have written: the same header, each\n"
      "case once in its place, the same footer. Times stay those of each machine, and a field "
      "that\n"
      "differs between machines is \"several\". If the shards together lost more workers with a\n"
      "function than --max-restarts allows, its remaining cases count as not run, as they do on\n"
      "one machine.\n"
      "Name every shard of one run (the same backend, vectors and selection), and the vectors of\n"
      "the run. Waivers are applied again; page, gates and history work as in `kassay run`.\n\n"
      "Exit code: as for `kassay run`: 0 nothing is wrong; 1 something is, or a gate failed;\n"
      "2 usage or a file, also a shard that is missing, named twice or cut short; 77 nothing was\n"
      "judged (--skip-unsupported).\n\n" +
      std::string(kGatesHelp) +
      "\nExamples:\n"
      "  kassay merge shard-*.jsonl --out results.jsonl\n"
      "  kassay merge shard-*.jsonl --waivers known-failures.yaml --out results.jsonl --overwrite");
  command->add_option("SHARDS", options->shards, "The results of `kassay run --shard`")->required();
  add_results_out_option(*command, options->out, "The results file to write")->required();
  add_overwrite_option(*command, options->overwrite);
  command->add_option("--waivers", options->waivers, "Known failures to excuse; repeatable")
      ->allow_extra_args(false)
      ->type_name("FILE");
  add_page_option(*command, options->page);
  add_history_option(*command, options->history);
  add_gate_options(*command, options->gates);
  add_skip_unsupported_option(*command, options->skip_unsupported);
  add_max_restarts_option(*command, options->max_restarts);
  add_vectors_option(*command, options->vectors);
  command->callback([options, &exit_code] { exit_code = merge(*options); });
}

}  // namespace kassay::cli
