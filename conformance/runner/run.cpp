#include "conformance/runner/run.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "conformance/runner/backend_argument.h"
#include "conformance/runner/case_source.h"
#include "conformance/runner/kept_outputs.h"
#include "conformance/runner/machine.h"
#include "conformance/runner/outputs_writer.h"
#include "conformance/runner/races.h"
#include "conformance/runner/repetition.h"
#include "conformance/runner/results_file.h"
#include "conformance/runner/run_case.h"
#include "conformance/runner/waivers.h"
#include "conformance/runner/worker_process.h"
#include "spec/lib/error.h"
#include "spec/lib/modes.h"
#include "spec/lib/printable.h"
#include "spec/lib/specification.h"
#include "spec/lib/version.h"

namespace kassay::runner {
namespace {

ResultsHeader make_header(const RunSettings& settings, const Manifest& manifest,
                          const Specification& specification, const Waivers& waivers,
                          const Connection& connection, std::int64_t selected) {
  const BackendInfo& info = connection.info();
  const Selection& selection = settings.selection;
  Machine machine = this_machine();
  ResultsHeader header;
  header.kassay_version = version();
  header.backend_argument = settings.backend;
  header.backend_name = info.name;
  header.backend_version = info.version;
  header.backend_device = info.device;
  header.backend_environment = backend_environment(settings.backend);
  header.sandbox = connection.sandbox();
  header.machine_cpu = machine.cpu;
  header.machine_os = machine.os;
  header.machine_cores = machine.cores;
  header.specification_hash = manifest.specification_hash;
  header.specification_version = manifest.version;
  header.vectors_hash = manifest.hash;
  header.tier = tier_name(selection.tier);
  header.edition = edition_name(selection.edition);
  header.filter = selection.filter.empty() ? std::vector<std::string>{"*"} : selection.filter;
  for (const Mode mode : selection.modes) {
    header.filter.push_back("--mode " + std::string(mode_name(mode)));
  }
  header.profiles = selection.profiles;
  if (selection.only) header.filter.push_back("--filter-failed " + settings.failed_in);
  header.waivers = waivers.files();
  header.shard_index = selection.shard_index;
  header.shard_count = selection.shard_count;
  header.repetition = settings.repetition;
  if (!info.threads) header.repetition.threads = 1;
  header.selected = selected;
  header.functions = specification.functions_in(header.edition);
  header.started = utc_now();
  return header;
}

// Everything that counts results, including those of a continued file.
struct Counts {
  ProfileTally tally;
  Patience patience;
  Waivers waivers;
  RunReport report = {};

  void add(const CaseResult& result, const RunObserver& observer) {
    report.summary.add(result);
    tally.add(result);
    patience.add(result);
    if (observer.found) observer.found(result);
  }
};

// State that the threads of a run share.
struct Shared {
  CaseSource source;
  const Specification& specification;
  ResultsFile& file;
  OutputsWriter* outputs;  // null if outputs are not kept
  Counts& counts;
  const RunObserver& observer;
  std::atomic<bool>& ended;             // the connections check it too
  std::mutex mutex = {};                // of file, outputs, counts, failure and measured
  std::exception_ptr failure = {};      // the first one
  std::set<std::string> measured = {};  // functions that were checked for leaks
};

struct Checked : CheckedCase {
  double seconds = 0;  // in the connection, over all attempts
};

// The result of a case. If earlier programs may have caused a failure, it is confirmed in a fresh worker.
Checked run_one(const RunSettings& settings, Connection& connection, const Case& test_case,
                Shared& shared) {
  const auto under_lock = [&](const auto& action) {
    std::lock_guard lock(shared.mutex);
    return action();
  };
  if (under_lock([&] { return shared.counts.patience.exhausted(test_case.function); })) {
    const std::string mode(mode_name(test_case.modes.front()));
    return {{Patience::given_up(test_case.id, test_case.function, mode, settings.max_restarts),
             std::nullopt}};
  }
  double seconds = 0;
  const auto check = [&] {
    Checked checked{
        check_case_in_full(connection, test_case, settings.timeout, &shared.specification)};
    seconds += checked.result.seconds;
    checked.seconds = seconds;
    return checked;
  };
  const auto doubted = [&](const Checked& checked) {
    return shared.counts.patience.doubts(checked.as_judged ? *checked.as_judged : checked.result);
  };
  if (settings.fresh_workers == FreshWorkers::kAlways && connection.programs() > 0) {
    connection.renew();
  }
  Checked checked = check();
  if (settings.fresh_workers != FreshWorkers::kFailures ||
      !under_lock([&] { return doubted(checked); })) {
    return checked;
  }
  if (connection.programs() > 1) {
    connection.renew();
    Stopwatch watch;
    Checked again = check();
    under_lock([&] { shared.counts.patience.spend(watch.lap()); });
    // No fresh worker could be started.
    if (again.result.outcome == Outcome::kNotRun && !again.result.failed_call) return checked;
    if (fulfils_profile(again.result.outcome)) {
      if (checked.as_judged) checked.result = *std::move(checked.as_judged);
      checked.result.message +=
          "\nIn a fresh worker the same case passes: the backend keeps something from one program "
          "to the next, although each must begin afresh.";
      return checked;
    }
    checked = std::move(again);
  }
  under_lock([&] { shared.counts.patience.confirm(test_case.function); });
  return checked;
}

// One case in one mode.
Checked run_mode(const RunSettings& settings, Connection& connection, const Case& test_case,
                 Shared& shared, RunTimes& times) {
  const double messages_before = connection.message_seconds();
  Stopwatch watch;
  Checked checked = run_one(settings, connection, test_case, shared);
  const double seconds = checked.seconds;
  const double messages = connection.message_seconds() - messages_before;
  times.messages += messages;
  times.backend += seconds - messages;
  times.comparing += watch.lap() - seconds;
  return checked;
}

void write_result(CheckedCase checked, Shared& shared, RunTimes& times) {
  Stopwatch watch;
  CaseResult& result = checked.result;
  std::vector<std::byte> frame;
  if (shared.outputs != nullptr && checked.answer && result.outcome != Outcome::kNotRun) {
    frame = encode_kept(result, *checked.answer);
  }
  {
    std::lock_guard lock(shared.mutex);
    shared.counts.waivers.apply(result);
    // First, so that every result with an answer has its outputs.
    if (!frame.empty()) shared.outputs->add(result.function, frame);
    shared.file.add(result);
    shared.counts.add(result, shared.observer);
    if (shared.observer.advanced) shared.observer.advanced(shared.counts.report.summary);
  }
  times.writing += watch.lap();
}

bool runs_again(const RunSettings& settings) {
  return settings.repetition.runs > 1 || settings.repetition.threads > 1;
}

// The further runs of the cases, and their results.
void repeat(const RunSettings& settings, Connection& connection, std::vector<RepeatedCase> cases,
            Shared& shared, RunTimes& times) {
  const double messages_before = connection.message_seconds();
  Stopwatch watch;
  const auto& [runs, threads] = settings.repetition;
  double seconds = 0;
  if (runs > 1) {
    seconds += repeat_cases(connection, cases, {runs, settings.timeout}, &shared.specification,
                            shared.ended);
    const auto first = [&](const std::string& function) {
      std::lock_guard lock(shared.mutex);
      return shared.measured.insert(function).second;
    };
    seconds += find_leaks(connection, cases, settings.timeout, first, shared.ended);
  }
  if (threads > 1) {
    seconds += find_races(connection, cases, {threads, settings.timeout}, shared.specification,
                          shared.ended);
  }
  const double messages = connection.message_seconds() - messages_before;
  times.messages += messages;
  times.backend += seconds - messages;
  times.comparing += watch.lap() - seconds;
  if (shared.ended) return;
  for (RepeatedCase& repeated : cases) {
    repeated.checked.result = result_of_all_runs(repeated);
    write_result(std::move(repeated.checked), shared, times);
  }
}

// How many cases a thread takes at a time: enough that repeated ones run after many others, few enough that each thread gets some.
std::int64_t cases_at_a_time(const RunSettings& settings, const RunReport& report) {
  if (!runs_again(settings)) return 1;
  const std::int64_t share = (report.header.selected - report.resumed) / settings.jobs;
  return std::clamp<std::int64_t>(share, 1, kRepeatedTogether);
}

void run_cases(const RunSettings& settings, Connection& connection, Shared& shared,
               RunTimes& times) {
  const std::int64_t count = cases_at_a_time(settings, shared.counts.report);
  while (true) {
    const std::vector<CaseSource::Task> tasks = shared.source.next(count);
    if (tasks.empty()) return;
    std::vector<RepeatedCase> repeated;
    for (const CaseSource::Task& task : tasks) {
      Stopwatch watch;
      const Case test_case = task.vectors->read(task.index);
      times.reading += watch.lap();
      for (const Mode mode : task.modes) {
        if (shared.ended) return;
        watch.lap();
        Case in_its_mode = in_mode(test_case, mode);
        times.reading += watch.lap();
        Checked checked = run_mode(settings, connection, in_its_mode, shared, times);
        if (runs_again(settings)) {
          repeated.push_back({std::move(in_its_mode), std::move(checked)});
        } else {
          write_result(std::move(checked), shared, times);
        }
      }
    }
    if (!repeated.empty()) repeat(settings, connection, std::move(repeated), shared, times);
    if (shared.ended) return;
  }
}

// One thread of the run: the first receives a connection, the others open their own.
void work(const RunSettings& settings, const BackendOptions& options,
          std::unique_ptr<Connection> connection, Shared& shared) {
  RunTimes times;
  try {
    if (!connection) connection = settings.open(settings.backend, options);
    run_cases(settings, *connection, shared, times);
  } catch (const Cancelled&) {
  } catch (...) {
    std::lock_guard lock(shared.mutex);
    if (!shared.failure) shared.failure = std::current_exception();
    shared.ended = true;
  }
  std::lock_guard lock(shared.mutex);
  shared.counts.report.times.add(times);
}

void run_all(const RunSettings& settings, const BackendOptions& options,
             std::unique_ptr<Connection> connection, Shared& shared) {
  std::int64_t left = shared.counts.report.header.selected - shared.counts.report.resumed;
  auto jobs =
      static_cast<int>(std::clamp<std::int64_t>(settings.jobs, 1, std::max<std::int64_t>(left, 1)));
  shared.counts.report.times.threads = jobs;
  std::vector<std::thread> threads;
  for (int i = 1; i < jobs; ++i) {
    threads.emplace_back([&] { work(settings, options, nullptr, shared); });
  }
  work(settings, options, std::move(connection), shared);
  for (std::thread& thread : threads) thread.join();
  if (shared.failure) std::rethrow_exception(shared.failure);
}

BackendOptions backend_options(const RunSettings& settings, std::atomic<bool>& ended) {
  BackendOptions options;
  options.edition = settings.selection.edition;
  options.memory = settings.memory;
  options.sandbox = settings.sandbox;
  options.start_timeout = settings.start_timeout;
  options.max_answer = settings.max_answer;
  options.trace = settings.trace;
  options.cancelled = &ended;
  return options;
}

// Begins the results file and the outputs, or continues them; then returns the earlier results.
std::optional<Results> begin_files(const RunSettings& settings, RunReport& report,
                                   ResultsFile& file, std::optional<OutputsWriter>& outputs) {
  std::optional<Results> earlier = file.begin(report.header);
  if (!outputs) return earlier;
  if (earlier && !earlier->cases.empty() && !outputs->continues()) {
    throw FileError(settings.keep_outputs, "",
                    "it is empty, but the run in " + settings.out + " already has results",
                    "Name the folder of this run, or run again with --overwrite "
                    "instead of --resume.");
  }
  outputs->begin(report.header);
  report.notices = outputs->notices();
  return earlier;
}

}  // namespace

RunReport run_conformance(const RunSettings& settings, const RunObserver& observer) {
  Clock::time_point begin = Clock::now();
  auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  Manifest manifest = read_manifest(settings.vectors_directory);
  Specification specification = read_specification(settings.vectors_directory);
  const Selection& selection = settings.selection;
  Counts counts{{specification, manifest, selection.edition, selection.tier},
                Patience(settings.max_restarts),
                {settings.waivers, selection.edition}};
  auto& [tally, patience, waivers, report] = counts;
  SelectedCases selected = select_cases(settings.vectors_directory, manifest, specification,
                                        selection, &tally, &waivers);
  // Reports altered files now, not in the middle of the run.
  for (const SelectedFunction& function : selected.functions) function.vectors->open_tensors();
  ResultsFile file(settings.out, settings.earlier);
  std::optional<OutputsWriter> outputs;
  if (!settings.keep_outputs.empty())
    outputs.emplace(settings.keep_outputs, settings.earlier == EarlierResults::kContinue);

  std::atomic<bool> own_flag = false;
  std::atomic<bool>& ended = settings.cancelled != nullptr ? *settings.cancelled : own_flag;
  const BackendOptions options = backend_options(settings, ended);
  std::unique_ptr<Connection> connection = settings.open(settings.backend, options);

  report.header =
      make_header(settings, manifest, specification, waivers, *connection, selected.count);
  report.misspelled = misspelled_functions(connection->info().functions, specification);
  const std::optional<Results> earlier = begin_files(settings, report, file, outputs);
  if (std::string problem = problem_with_temporary_folder(); !problem.empty()) {
    report.notices.push_back(std::move(problem));
  }
  if (settings.repetition.threads > 1 && !connection->info().threads) {
    report.notices.push_back("--threads has no effect: " + printable(connection->info().name) +
                             " does not declare that several threads may call it (`threads` in "
                             "conformance/PROTOCOL.md, `kassay_threads` of a Python module)");
  }
  // A continued run uses the day on which it began.
  waivers.hold_on(earlier ? earlier->header.started : report.header.started);
  if (earlier) {
    for (const CaseResult& result : earlier->cases) {
      counts.add(result, observer);
      waivers.count(result);
      report.seconds += result.seconds;
    }
    report.resumed = report.summary.total();
  }
  report.times.choosing = elapsed();
  if (observer.begun) observer.begun(report);
  if (earlier && earlier->footer) {
    report.profiles = tally.results();
    report.waivers = earlier->footer->waivers;
    report.seconds = earlier->footer->seconds;
    return report;
  }
  Shared shared{.source = CaseSource(std::move(selected), earlier ? &*earlier : nullptr),
                .specification = specification,
                .file = file,
                .outputs = outputs ? &*outputs : nullptr,
                .counts = counts,
                .observer = observer,
                .ended = ended};
  run_all(settings, options, std::move(connection), shared);
  report.cancelled = report.summary.total() < report.header.selected;
  report.times.total = elapsed();
  report.seconds += report.times.total;
  report.unconfirmed = patience.unconfirmed();
  report.profiles = tally.results();
  report.waivers = waivers.uses(settings.vectors_directory, manifest);
  if (!report.cancelled) {
    if (outputs) outputs->finish();  // first, so that every result with an answer has its outputs
    file.finish(footer_of(report));
  }
  return report;
}

}  // namespace kassay::runner
