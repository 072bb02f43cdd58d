// `kassay waive`: edited waivers, applied to results that are there.
#include "conformance/cli/waive.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "conformance/cli/options.h"
#include "conformance/cli/program_name.h"
#include "conformance/cli/run_output.h"
#include "conformance/cli/same_file.h"
#include "conformance/cli/terminal.h"
#include "conformance/cli/vectors_directory.h"
#include "conformance/runner/results_file.h"
#include "conformance/runner/waive.h"
#include "spec/lib/atomic_file.h"
#include "spec/lib/printable.h"
#include "spec/lib/result_lines.h"

namespace kassay::cli {
namespace {

struct WaiveOptions {
  std::string results, out;
  std::vector<std::string> waivers;
  bool overwrite = false;
  std::string vectors = default_vectors_directory();
};

void check_out(const WaiveOptions& options) {
  if (options.out.empty()) {
    std::error_code unknown;  // reading says what is wrong with a file that is not there
    if (std::filesystem::exists(options.results, unknown) &&
        !std::filesystem::is_regular_file(options.results, unknown)) {
      throw CLI::ValidationError(options.results,
                                 "cannot be changed in place: it needs --out FILE");
    }
    return;
  }
  if (same_file(options.out, options.results)) {
    throw CLI::ValidationError("--out",
                               "is the file of the results itself: without --out it is "
                               "changed in place");
  }
  // Refuses what must not be replaced. Nothing stays open: the file is written anew.
  runner::ResultsFile(options.out, options.overwrite ? runner::EarlierResults::kReplace
                                                     : runner::EarlierResults::kRefuse);
}

int waive(const WaiveOptions& options) {
  check_out(options);
  const std::string& out = options.out.empty() ? options.results : options.out;
  // While it is changed in place no run writes to it.
  std::optional<runner::ResultsFile> lock;
  if (options.out.empty() && std::filesystem::exists(options.results)) {
    lock.emplace(options.results, runner::EarlierResults::kContinue);
  }
  Results results = read_results(options.results);
  print_note(cut_short_note(options.results, results));
  const runner::RunReport report =
      runner::apply_waivers(results, options.results, options.waivers, options.vectors);
  write_file(out, to_text(results));
  const RunVerdict verdict = verdict_of(facts_of(report));
  print_summary(report, verdict, options.vectors);
  std::cerr << (options.out.empty() ? "Changed " : "Wrote ") << printable(out)
            << (options.out.empty() ? " in place; `" + program_word() +
                                          " waive` without --waivers takes the waivers away.\n"
                                    : ".\n");
  return verdict.exit_code();
}

}  // namespace

void add_waive(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<WaiveOptions>();
  CLI::App* command =
      app.add_subcommand("waive", "Apply waivers to results that are there, without a run");
  command->footer(
      "The results become those that a run with these files of waivers, and no others, would have\n"
      "written on the day on which theirs began: outcomes, notes, what became of each waiver, the\n"
      "profiles. Nothing is lost: a waived result keeps what it was, so that waiving can be done\n"
      "again with edited files, and undone: without --waivers no result is waived. Without --out "
      "the\n"
      "file is changed in place, as a whole or not at all. Results of a run that was cut short "
      "are\n"
      "continued by `kassay run --resume` with the same waivers.\n"
      "The vectors must be those of the run. conformance/README.md (Waivers) shows a file of "
      "waivers.\n\n"
      "Exit code: that of `kassay run` with these waivers, so 0 where nothing is wrong and what "
      "was\n"
      "asked for is there, 1 where not or the run was cut short; 2 usage or a file.\n\n"
      "Examples:\n"
      "  kassay waive mine.jsonl --waivers known-failures.yaml\n"
      "  kassay waive mine.jsonl --waivers known-failures.yaml --out waived.jsonl\n"
      "  kassay waive mine.jsonl");
  command->add_option("RESULTS", options->results, "The results of `kassay run` (JSON Lines)")
      ->required();
  command->add_option("--waivers", options->waivers, "Known failures to excuse; repeatable")
      ->allow_extra_args(false)
      ->type_name("FILE");
  add_results_out_option(*command, options->out, "The results file to write; without it, RESULTS");
  add_overwrite_option(*command, options->overwrite);
  add_vectors_option(*command, options->vectors);
  command->callback([options, &exit_code] { exit_code = waive(*options); });
}

}  // namespace kassay::cli
