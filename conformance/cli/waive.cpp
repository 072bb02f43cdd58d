// `kassay waive`: applies edited waivers to existing results, and makes waivers from results.
#include "conformance/cli/waive.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>

#include "conformance/cli/exit_code.h"
#include "conformance/cli/options.h"
#include "conformance/cli/program_name.h"
#include "conformance/cli/run_output.h"
#include "conformance/cli/same_file.h"
#include "conformance/cli/terminal.h"
#include "conformance/cli/vectors_directory.h"
#include "conformance/runner/results_file.h"
#include "conformance/runner/waive.h"
#include "conformance/runner/waiver_draft.h"
#include "conformance/runner/waiver_update.h"
#include "conformance/runner/waivers.h"
#include "spec/lib/atomic_file.h"
#include "spec/lib/printable.h"
#include "spec/lib/result_lines.h"
#include "spec/lib/text.h"

namespace kassay::cli {
namespace {

constexpr int kDraftedDays = 90;

struct WaiveOptions {
  std::string results, out;
  std::vector<std::string> waivers;
  std::string draft, update;  // files of waivers to write
  std::string until;          // ISO 8601; empty: kDraftedDays from today
  bool overwrite = false;
  std::string vectors = default_vectors_directory();
};

void check_out(const WaiveOptions& options) {
  if (options.out.empty()) {
    std::error_code unknown;  // reading reports a missing file
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
  // Refuses a file that must not be replaced. Nothing stays open: the file is written again.
  runner::ResultsFile(options.out, options.overwrite ? runner::EarlierResults::kReplace
                                                     : runner::EarlierResults::kRefuse);
}

// ISO 8601, UTC.
std::string day_from_today(int days) {
  const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day day{today + std::chrono::days(days)};
  std::ostringstream text;
  text << std::setfill('0') << std::setw(4) << static_cast<int>(day.year()) << '-' << std::setw(2)
       << static_cast<unsigned>(day.month()) << '-' << std::setw(2)
       << static_cast<unsigned>(day.day());
  return text.str();
}

// The command that applies the waivers in the file.
std::string next_command(const WaiveOptions& options, const std::string& file) {
  return "`" + program_word() + " waive " + printable(options.results) + " --waivers " +
         printable(file) + "` applies them.\n";
}

int draft(const WaiveOptions& options) {
  if (std::filesystem::exists(options.draft) && !options.overwrite) {
    throw CLI::ValidationError("--draft", options.draft + " exists; --overwrite replaces it");
  }
  const Results results = read_results(options.results);
  print_note(cut_short_note(options.results, results));
  std::vector<CaseResult> before;
  for (const CaseResult& result : results.cases) {
    before.push_back(runner::without_waivers(result));
  }
  const std::vector<runner::Waiver> waivers =
      runner::draft_waivers(before, results.header.edition,
                            options.until.empty() ? day_from_today(kDraftedDays) : options.until);
  write_file(options.draft, runner::draft_text(waivers, results.header));
  std::cerr << "Wrote " << printable(options.draft) << ": "
            << count_of(static_cast<long long>(waivers.size()), "waiver") << ". "
            << next_command(options, options.draft);
  return kConformant;
}

int update(const WaiveOptions& options) {
  const Results results = read_results(options.results);
  print_note(cut_short_note(options.results, results));
  const runner::WaiverUpdate update =
      runner::update_waivers(options.update, results, options.results, options.vectors);
  write_file(options.update, update.text);
  std::cerr << "Removed " << update.removed << " and narrowed " << update.narrowed << " of "
            << count_of(update.waivers, "waiver") << " in " << printable(options.update) << ". "
            << next_command(options, options.update);
  if (update.of_other_tiers > 0) {
    std::cerr << "Of these, " << update.of_other_tiers << " also matched cases of tiers above "
              << results.header.tier << ", which this run does not have: check them.\n";
  }
  return kConformant;
}

int waive(const WaiveOptions& options) {
  if (!options.draft.empty()) return draft(options);
  if (!options.update.empty()) return update(options);
  check_out(options);
  const std::string& out = options.out.empty() ? options.results : options.out;
  // Locks out runs that write to the file while it changes in place.
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
                                          " waive` without --waivers removes the waivers.\n"
                                    : ".\n");
  return verdict.exit_code();
}

}  // namespace

void add_waive(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<WaiveOptions>();
  CLI::App* command = app.add_subcommand(
      "waive", "Apply waivers to existing results, or make waivers from them, without a run");
  command->footer(
      "The results become what a run on the same day with exactly these waivers would have\n"
      "written: outcomes, notes, the status of each waiver, the profiles. Nothing is lost: a\n"
      "waived result keeps its first outcome, so that you can waive again with edited files, or\n"
      "undo it: without --waivers no result is waived. Without --out the file is changed in\n"
      "place, completely or not at all. Continue a run that was cut short with `kassay run\n"
      "--resume` and the same waivers.\n\n"
      "--draft writes waivers that excuse every result that failed or was not run, and match no\n"
      "passing result: an entry for each cause, with the cause as its reason. Causes with few\n"
      "results are joined. Check the reasons before you commit the file. --update removes waivers\n"
      "that no longer excuse anything and narrows those that also match passing results; comments\n"
      "and all other waivers stay as they are. Neither changes RESULTS.\n\n"
      "The vectors must be those of the run. docs/waivers_and_gates.md shows a file of waivers.\n\n"
      "Exit code: as for `kassay run` with these waivers: 0 nothing is wrong and the requested\n"
      "profiles are fully supported; 1 otherwise, or the run was cut short; 2 usage or a file.\n"
      "With --draft and --update: 0 the file is written; 2 usage or a file.\n\n"
      "Examples:\n"
      "  kassay waive mine.jsonl --waivers known-failures.yaml\n"
      "  kassay waive mine.jsonl --waivers known-failures.yaml --out waived.jsonl\n"
      "  kassay waive mine.jsonl\n"
      "  kassay waive mine.jsonl --draft known-failures.yaml --until 2027-11-30\n"
      "  kassay waive mine.jsonl --update known-failures.yaml");
  command->add_option("RESULTS", options->results, "The results of `kassay run` (JSON Lines)")
      ->required();
  CLI::Option* waivers =
      command->add_option("--waivers", options->waivers, "Known failures to excuse; repeatable")
          ->allow_extra_args(false)
          ->type_name("FILE");
  CLI::Option* out = add_results_out_option(*command, options->out,
                                            "The results file to write; without it, RESULTS");
  CLI::Option* draft =
      command->add_option("--draft", options->draft, "Write waivers for all failures to FILE")
          ->type_name("FILE")
          ->excludes(waivers)
          ->excludes(out);
  command
      ->add_option("--until", options->until,
                   "The last day of drafted waivers (default: 90 days from today)")
      ->type_name("DATE")
      ->needs(draft)
      ->check(CLI::Validator(
          [](const std::string& text) {
            return runner::is_day(text) ? "" : "\"" + text + "\" is not a day such as 2027-11-30";
          },
          ""));
  command
      ->add_option("--update", options->update,
                   "Remove waivers that are not needed any more from FILE, and narrow the others")
      ->type_name("FILE")
      ->excludes(waivers)
      ->excludes(out)
      ->excludes(draft);
  command->add_flag("--overwrite", options->overwrite,
                    "Replace what is in the file of --out or --draft");
  add_vectors_option(*command, options->vectors);
  command->callback([options, &exit_code] { exit_code = waive(*options); });
}

}  // namespace kassay::cli
