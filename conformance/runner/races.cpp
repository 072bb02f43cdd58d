#include "conformance/runner/races.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "conformance/runner/run_times.h"
#include "spec/lib/program.h"

namespace kassay::runner {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;  // of the inputs and outputs of a case
constexpr double kSlow = 1;                  // seconds of a case by itself
// For one function. Each of its cases runs in at least one group.
constexpr double kSeconds = 0.5;
// For one group: long enough that the programs overlap most of the time.
constexpr double kSecondsOfGroup = 0.1;
constexpr std::int64_t kFewestTimes = 2, kMostTimes = 64;

bool changes_settings(const Case& test_case, const Specification& specification) {
  return std::ranges::any_of(functions_called(test_case.program), [&](const std::string& name) {
    const FunctionSpecification* function = specification.find(name);
    return function != nullptr &&
           (function->category == "configuration" || name == "set_learning_phase");
  });
}

bool is_random(const Case& test_case) {
  return std::ranges::any_of(test_case.expectation.outputs, [](const ExpectedOutput& output) {
    return std::holds_alternative<ExpectedSample>(output);
  });
}

bool may_run_beside_others(const RepeatedCase& repeated, const Specification& specification) {
  const CaseResult& result = repeated.checked.result;
  return fulfils_profile(result.outcome) && !repeated.ended && repeated.checked.answer &&
         result.seconds < kSlow && !is_random(repeated.test_case) &&
         bytes_of(repeated) <= kMostBytes && !changes_settings(repeated.test_case, specification);
}

// Groups of cases of one function.
class Races {
 public:
  Races(Connection& connection, const RaceLimits& limits, const Specification& specification)
      : connection_(connection), limits_(limits), specification_(specification) {}

  // Every thread gets a case; with fewer cases than threads, some cases run twice. False if the worker is lost.
  bool run(std::span<RepeatedCase* const> group) {
    std::vector<protocol::ProgramRun> runs;
    for (std::int64_t i = 0; i < limits_.threads; ++i) {
      const RepeatedCase& repeated = *group[static_cast<std::size_t>(i) % group.size()];
      runs.push_back({repeated.test_case.program, repeated.test_case.inputs});
    }
    Stopwatch watch;
    auto answers = connection_.run_together(runs, times_, limits_.timeout);
    times_ = std::clamp(static_cast<std::int64_t>(static_cast<double>(times_) * kSecondsOfGroup /
                                                  (watch.lap() + 1e-6)),
                        kFewestTimes, kMostTimes);
    if (auto* end = std::get_if<AbnormalEnd>(&answers)) {
      if (end->outcome == Outcome::kNotRun || end->outcome == Outcome::kUnsupported) return false;
      std::string ids;
      for (const RepeatedCase* repeated : group) ids += "\n  " + repeated->test_case.id;
      judge(*group.front(), *std::move(end));
      group.front()->checked.result.message +=
          "\nThese cases ran at the same time, and each passes when it runs by itself:" + ids;
      return false;
    }
    auto& of_runs = std::get<std::vector<std::vector<CallResult>>>(answers);
    for (std::size_t i = 0; i < of_runs.size(); ++i) {
      for (CallResult& answer : of_runs[i]) judge(*group[i % group.size()], std::move(answer));
    }
    return true;
  }

 private:
  void judge(RepeatedCase& repeated, CallResult answer) {
    CheckedCase& checked = repeated.checked;
    if (!fulfils_profile(checked.result.outcome)) return;  // found already
    CaseResult result = result_of(answer, repeated.test_case, &specification_);
    if (fulfils_profile(result.outcome)) {
      const double ulps = difference_in_bits(*checked.answer, std::get<compare::Answer>(answer),
                                             repeated.test_case.expectation);
      if (ulps == 0) return;
      repeated.found.other_bits_in_threads = true;
      repeated.found.ulps = std::max(repeated.found.ulps, ulps);
      return;
    }
    repeated.found.wrong_in_threads = true;
    result.seconds = checked.result.seconds;
    // Otherwise the failure would look like a missing feature.
    if (result.outcome == Outcome::kUnsupported) result.outcome = Outcome::kError;
    result.message = "Right by itself, wrong while " + std::to_string(limits_.threads - 1) +
                     " other threads of the worker ran cases of " + result.function + ": " +
                     result.message;
    checked.result = std::move(result);
    checked.answer.reset();
    if (auto* given = std::get_if<compare::Answer>(&answer)) checked.answer = std::move(*given);
  }

  Connection& connection_;
  const RaceLimits& limits_;
  const Specification& specification_;
  // How often each thread runs its program in the next group; derived from the time of the last group.
  std::int64_t times_ = kFewestTimes;
};

}  // namespace

double find_races(Connection& connection, std::vector<RepeatedCase>& cases,
                  const RaceLimits& limits, const Specification& specification,
                  const std::atomic<bool>& ended) {
  if (!connection.info().threads) return 0;
  std::map<std::string, std::vector<RepeatedCase*>> functions;
  for (RepeatedCase& repeated : cases) {
    if (may_run_beside_others(repeated, specification)) {
      functions[repeated.test_case.function].push_back(&repeated);
    }
  }
  const auto size = static_cast<std::size_t>(limits.threads);
  Stopwatch all;
  for (auto& [function, candidates] : functions) {
    Races races(connection, limits, specification);
    Stopwatch watch;
    double seconds = 0;
    bool lost = false;
    for (std::int64_t round = 1; seconds < kSeconds && !lost; ++round) {
      std::vector<RepeatedCase*> shuffled;
      for (const std::size_t place : order_of_run(candidates.size(), round)) {
        shuffled.push_back(candidates[place]);
      }
      for (std::size_t i = 0; i < shuffled.size() && !lost; i += size) {
        if (ended) return all.lap();
        const std::span group(shuffled);
        lost = !races.run(group.subspan(i, std::min(size, group.size() - i)));
      }
      seconds += watch.lap();
    }
  }
  return all.lap();
}

}  // namespace kassay::runner
