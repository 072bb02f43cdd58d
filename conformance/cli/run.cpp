// `kassay run`: runs the cases of the vectors on a backend.
#include "conformance/cli/run.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <system_error>
#include <utility>

#include "conformance/cli/exit_code.h"
#include "conformance/cli/gate_options.h"
#include "conformance/cli/options.h"
#include "conformance/cli/oracle.h"
#include "conformance/cli/output_file.h"
#include "conformance/cli/progress.h"
#include "conformance/cli/run_help.h"
#include "conformance/cli/run_output.h"
#include "conformance/cli/run_page.h"
#include "conformance/cli/terminal.h"
#include "conformance/cli/timing.h"
#include "conformance/cli/values.h"
#include "conformance/cli/vectors_directory.h"
#include "conformance/runner/backend_argument.h"
#include "conformance/runner/machine.h"
#include "conformance/runner/run.h"
#include "conformance/runner/waivers.h"
#include "reports/history/append.h"
#include "reports/history/history.h"
#include "spec/lib/error.h"
#include "spec/lib/printable.h"
#include "spec/lib/specification.h"

namespace kassay::cli {
namespace {

constexpr int kMaxJobs = 256;
constexpr std::int64_t kMaxRepeat = 1000;
constexpr std::int64_t kMaxThreads = 64;
constexpr int kMaxBatches = 100'000;
constexpr std::uint64_t kLeastMemory = std::uint64_t{2} << 30;

// All that a signal handler may touch: the signal that arrived, and the flag that the run checks.
volatile std::sig_atomic_t interrupting_signal = 0;
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void interrupt(int signal) {
  interrupting_signal = signal;
  interrupted = true;
}

// The first interruption ends the run in order; a second one is not caught.
void catch_interruptions() {
  struct sigaction action {};
  action.sa_handler = interrupt;
  action.sa_flags = SA_RESETHAND;
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

// Ends by the signal, so that the parent process sees the cause.
[[noreturn]] void end_by_signal() {
  std::signal(interrupting_signal, SIG_DFL);
  std::raise(interrupting_signal);
  std::exit(kUsage);  // not reached: no signal caught here is blocked
}

const std::map<std::string, runner::FreshWorkers> kFreshWorkers = {
    {"failures", runner::FreshWorkers::kFailures},
    {"always", runner::FreshWorkers::kAlways},
    {"never", runner::FreshWorkers::kNever}};

struct RunOptions {
  runner::RunSettings settings;
  std::string filter_failed;
  std::string shard = "1/1";
  std::optional<std::uint64_t> memory;
  reports::GateSettings gates;
  std::string history, page;
  bool resume = false, overwrite = false;
  bool skip_unsupported = false;
  bool in_process = false;
  bool timing = false;
  std::string scheduler;
  int batches = 0;  // 0: chosen by the numbers of cases and workers
};

void parse_shard(const std::string& text, runner::Selection& selection) {
  int index = 0, count = 0, end = 0;
  bool parsed = std::sscanf(text.c_str(), "%9d/%9d%n", &index, &count, &end) == 2 &&
                static_cast<std::size_t>(end) == text.size();
  if (!parsed || count < 1 || index < 1 || index > count) {
    throw CLI::ValidationError(
        "--shard", "\"" + text + "\" is not a shard: write 2/8 for the second of eight");
  }
  selection.shard_index = index;
  selection.shard_count = count;
}

std::set<runner::ModeOfCase> failed_cases(const std::string& file) {
  std::set<runner::ModeOfCase> failed;
  const Results results = read_results(file);
  print_note(cut_short_note(file, results));
  for (const CaseResult& result : results.cases) {
    const bool open = counts_against(result.outcome) || result.outcome == Outcome::kNotRun;
    if (open) failed.insert({result.case_id, result.mode});
  }
  if (failed.empty()) throw runner::NoCaseSelected("nothing failed or was left out in " + file);
  return failed;
}

// Enough for every case, but not so much that the machine runs out.
std::uint64_t default_memory(int jobs) {
  return std::max(runner::physical_memory() / 4 * 3 / static_cast<std::uint64_t>(jobs),
                  kLeastMemory);
}

void warn_of_misspelled(const std::vector<runner::MisspelledFunction>& functions) {
  for (const auto& [listed, meant] : functions) {
    std::cerr << "warning: the backend lists " << printable(listed)
              << ", which is not a function of the API, and does not list " << meant
              << ": did you mean that? The cases of " << meant << " are unsupported.\n";
  }
}

runner::RunReport run_with_progress(const runner::RunSettings& settings, bool memory_given,
                                    std::function<void(const CaseResult&)> found) {
  catch_interruptions();
  Progress progress;
  runner::RunObserver observer;
  observer.found = std::move(found);
  observer.begun = [&](const runner::RunReport& report) {
    warn_of_misspelled(report.misspelled);
    for (const std::string& notice : report.notices) std::cerr << printable(notice) << '\n';
    progress.begin(report);
  };
  observer.advanced = [&](const runner::Summary& summary) { progress.advance(summary); };
  try {
    return run_conformance(settings, observer);
  } catch (const runner::Cancelled&) {  // before the first case
    progress.clear();
    end_by_signal();
  } catch (const runner::CannotStart& error) {
    if (!memory_given) throw;
    throw runner::CannotStart(std::string(error.what()) + "\nIt may allocate " +
                              std::to_string(settings.memory) +
                              " bytes; try it with a larger --memory.");
  }
}

// Keeps only what gates and history need: messages may be long.
CaseResult outline(const CaseResult& result) {
  CaseResult kept;
  kept.case_id = result.case_id;
  kept.function = result.function;
  kept.mode = result.mode;
  kept.outcome = result.outcome;
  kept.margin = result.margin;
  return kept;
}

// The content of the results file, from results or their outlines.
Results results_of(const runner::RunReport& report, std::vector<CaseResult> cases) {
  Results results{report.header, std::move(cases), std::nullopt};
  if (!report.cancelled) results.footer = footer_of(report);
  return results;
}

void check_page_of(const RunOptions& options) {
  if (options.page.empty()) return;
  if (is_standard_output(options.page) && options.settings.out.empty()) {
    throw CLI::ValidationError("--report",
                               "standard output has the results: give --out FILE, or name a file");
  }
  std::vector<std::pair<std::string, std::string>> others = {
      {"--out", options.settings.out},
      {"--history", options.history},
      {"--filter-failed", options.filter_failed}};
  for (const std::string& file : options.settings.waivers) others.emplace_back("--waivers", file);
  for (const std::string& file : options.gates.no_worse_than)
    others.emplace_back("--no-worse-than", file);
  check_run_page(options.page, others);
}

// Whether the results can be read again: not from a pipe or /dev/null.
bool keeps_results(const std::string& out) {
  if (out.empty()) return false;
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(out, unknown);
  return !exists(status) || is_regular_file(status);
}

// Reads the results file if there is one: after --resume, only its header states when the run began.
void write_page_of(const RunOptions& options, Results results) {
  if (options.page.empty()) return;
  const runner::RunSettings& settings = options.settings;
  const RunPage page{options.page, options.history, settings.vectors_directory};
  if (keeps_results(settings.out)) {
    write_run_page(page, settings.out);
  } else {
    write_run_page(page, std::move(results));
  }
}

// Checks the options, then becomes the Python process that runs the cases on the workers of a scheduler.
// `words` are the words of the command without "kassay run".
[[noreturn]] void hand_over(RunOptions& options, const std::vector<std::string>& words) {
  const runner::RunSettings& settings = options.settings;
  if (settings.out.empty()) {
    throw CLI::ValidationError("--scheduler", "needs --out FILE: batches are kept next to it");
  }
  const runner::SelectedCases selected =
      select_cases(settings.vectors_directory, read_manifest(settings.vectors_directory),
                   read_specification(settings.vectors_directory), settings.selection);
  runner::Waivers(settings.waivers, settings.selection.edition);
  read_earlier_run(options.gates, settings.vectors_directory);
  check_page_of(options);
  if (!options.history.empty()) reports::prepare_history(options.history);
  std::vector<std::string> all = {"-m",         "kassay_distributed",
                                  "--kassay",   runner::program_directory() + "/kassay",
                                  "--selected", std::to_string(selected.count)};
  all.insert(all.end(), words.begin(), words.end());
  become_python(find_oracle("kassay run --scheduler"), all);
}

int run(RunOptions& options, bool in_process, const std::vector<std::string>& words) {
  runner::RunSettings& settings = options.settings;
  if (!options.scheduler.empty()) hand_over(options, words);
  if (options.resume && settings.out.empty()) {
    throw CLI::ValidationError("--resume", "needs --out FILE, the results to continue");
  }
  settings.earlier = options.resume      ? runner::EarlierResults::kContinue
                     : options.overwrite ? runner::EarlierResults::kReplace
                                         : runner::EarlierResults::kRefuse;
  parse_shard(options.shard, settings.selection);
  if (!options.filter_failed.empty()) {
    settings.failed_in = options.filter_failed;
    settings.selection.only = failed_cases(options.filter_failed);
  }
  if (in_process) settings.jobs = 1;
  settings.memory = options.memory.value_or(default_memory(settings.jobs));
  settings.cancelled = &interrupted;
  for (const std::string& note : read_earlier_run(options.gates, settings.vectors_directory))
    print_note(note);
  check_page_of(options);
  if (!options.history.empty()) reports::prepare_history(options.history);
  bool kept = !settings.out.empty() || !output_is_terminal();
  if (!kept) settings.out = "/dev/null";

  std::vector<CaseResult> cases;
  std::function<void(const CaseResult&)> found;
  const bool whole = !options.page.empty() && !keeps_results(settings.out);
  if (whole || options.gates.any() || !options.history.empty()) {
    found = [&cases, whole](const CaseResult& result) {
      cases.push_back(whole ? result : outline(result));
    };
  }
  runner::RunReport report =
      run_with_progress(settings, options.memory.value_or(0) > 0, std::move(found));
  if (!kept) settings.out.clear();
  const RunVerdict verdict = verdict_of(facts_of(report));
  print_summary(report, verdict, settings.vectors_directory);
  if (options.timing) std::cerr << timing_text(report) << '\n';
  if (!kept) std::cerr << "The results were not kept; --out FILE keeps them.\n";
  Results results = results_of(report, std::move(cases));
  if (report.cancelled) {
    const char* const resume = options.overwrite ? "--resume instead of --overwrite" : "--resume";
    std::cerr << "Interrupted"
              << (kept ? std::string("; the same command with ") + resume + " continues" : "")
              << ".\n";
    write_page_of(options, std::move(results));
    end_by_signal();
  }
  if (!options.history.empty())
    reports::append_history(options.history, reports::history_entry(results));
  const int code = exit_code_of(verdict, results, options.gates, options.skip_unsupported);
  write_page_of(options, std::move(results));
  return code;
}

}  // namespace

void add_run_with(CLI::App& app, int& exit_code, runner::OpenBackend open, bool in_process,
                  std::vector<std::string> words) {
  auto options = std::make_shared<RunOptions>();
  runner::RunSettings& settings = options->settings;
  settings.open = std::move(open);
  settings.vectors_directory = default_vectors_directory();
  CLI::App* command = app.add_subcommand("run", "Run the conformance cases on a backend");
  command->footer(run_help());
  command->add_option("CASES", settings.selection.filter, "The cases to run (default: all)");
  add_backend_option(*command, settings.backend, /*required=*/true);
  add_edition_option(*command, settings.selection.edition);
  add_tier_option(*command, settings.selection.tier);
  add_modes_option(*command, settings.selection.modes);
  add_profiles_option(*command, settings.selection.profiles);
  add_results_out_option(*command, settings.out, "The results file");
  command
      ->add_option("--keep-outputs", settings.keep_outputs,
                   "A new folder for the answers of the backend; `kassay diff --outputs` reads it")
      ->type_name("DIR")
      ->check(CLI::Validator(
          [](std::string& folder) {
            return folder.empty() ? std::string("names no folder") : std::string();
          },
          ""));
  CLI::Option* resume =
      command->add_flag("--resume", options->resume, "Continue the run whose results are in --out");
  add_overwrite_option(*command, options->overwrite)->excludes(resume);
  command
      ->add_option("--filter-failed", options->filter_failed,
                   "Run only the cases that failed or were not run in these results")
      ->type_name("FILE");
  command->add_option("--waivers", settings.waivers, "Known failures to excuse; repeatable")
      ->allow_extra_args(false)  // more values would be cases
      ->type_name("FILE");
  add_page_option(*command, options->page);
  add_history_option(*command, options->history);
  add_gate_options(*command, options->gates);
  add_skip_unsupported_option(*command, options->skip_unsupported);
  command->add_option("--shard", options->shard, "The i-th of n parts of the cases")
      ->type_name("I/N")
      ->capture_default_str();
  command->add_option("-j,--jobs", settings.jobs, "Workers at a time")
      ->check(in_range(1, kMaxJobs))
      ->capture_default_str();
  add_timeout_option(*command, settings.timeout, "Seconds that a case may take");
  add_start_timeout_option(*command, settings.start_timeout);
  add_sandbox_options(*command, settings.sandbox);
  command
      ->add_option("--memory", options->memory,
                   "Memory that a worker may allocate; 0 for no limit (default: three "
                   "quarters of the machine's, divided by the jobs)")
      ->transform(size_in_bytes())
      ->type_name("SIZE");
  command
      ->add_option("--max-answer", settings.max_answer, "The largest answer that a worker may give")
      ->transform(size_in_bytes())
      ->check(in_range(std::uint64_t{1}, protocol::kMaxMessageBytes).description(""))
      ->type_name("SIZE")
      ->default_str("1GB");
  add_max_restarts_option(*command, settings.max_restarts);
  command
      ->add_option("--repeat", settings.repetition.runs,
                   "How often each case runs, in one worker, each time after other cases; reports "
                   "answers that change and functions that leak memory")
      ->check(in_range(std::int64_t{1}, kMaxRepeat))
      ->type_name("COUNT")
      ->capture_default_str();
  command
      ->add_option("--threads", settings.repetition.threads,
                   "In how many threads of a worker cases of a function run at the same time; "
                   "reports answers that differ from those in one thread")
      ->check(in_range(std::int64_t{1}, kMaxThreads))
      ->type_name("COUNT")
      ->capture_default_str();
  command
      ->add_option_function<std::string>(
          "--fresh-workers",
          [&settings](const std::string& name) { settings.fresh_workers = kFreshWorkers.at(name); },
          "When a case runs in a new worker: failures (confirms the first failure of each "
          "function in one), always, never")
      ->check(one_of({"failures", "always", "never"}))
      ->type_name("WHEN")
      ->default_str("failures");
  command->add_flag_callback(
      "--verbose-protocol",
      [&settings] { settings.trace = [](const std::string& line) { std::cerr << line + "\n"; }; },
      "Print each message to and from the worker on standard error, with any mistake in it");
  command->add_flag("--timing", options->timing,
                    "Print on standard error how the time of the run was spent");
  command->add_flag("--in-process", options->in_process,
                    "Run the interpreter in this process, for a debugger: a crash ends the run");
  add_vectors_option(*command, settings.vectors_directory);
  CLI::Option* scheduler = add_scheduler_option(*command, options->scheduler);
  for (const char* const other : {"--shard", "--filter-failed", "--keep-outputs", "--in-process",
                                  "--verbose-protocol", "--timing"}) {
    scheduler->excludes(command->get_option(other));
  }
  command
      ->add_option("--batches", options->batches,
                   "Into how many parts --scheduler divides the run (default: four for each thread "
                   "of the workers, of at least 2000 cases)")
      ->check(in_range(1, kMaxBatches))
      ->needs(scheduler)
      ->type_name("COUNT");
  put_under(*command, "Selection", {"--mode", "--filter-failed", "--shard", "--vectors"});
  put_under(
      *command, "Output",
      {"--keep-outputs", "--history", "--skip-unsupported", "--timing", "--verbose-protocol"});
  put_under(*command, "Limits",
            {"--timeout", "--start-timeout", "--memory", "--max-answer", "--max-restarts"});
  put_under(*command, "Isolation", {"--sandbox", "--writable", "--fresh-workers", "--in-process"});
  put_under(*command, "Repetition", {"--repeat", "--threads"});
  put_under(*command, "Many machines", {"--scheduler", "--batches"});
  command->callback([options, &exit_code, in_process, words = std::move(words)] {
    exit_code = run(*options, in_process, words);
  });
}

void add_run(CLI::App& app, int& exit_code, std::vector<std::string> words) {
  add_run_with(app, exit_code, runner::open_backend, /*in_process=*/false, std::move(words));
}

}  // namespace kassay::cli
