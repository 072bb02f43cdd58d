#include "conformance/runner/leak.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "conformance/runner/worker_process.h"

namespace kassay::runner {
namespace {

// With this many calls of kCasesOfLeak programs, a leak of 1 KiB a call adds up to 1 MiB: more than allocators keep.
constexpr std::int64_t kMostCalls = 256;
constexpr std::int64_t kFewCalls =
    2;  // more than one, so that the worker first collects garbage (PROTOCOL.md, `times`)
constexpr std::int64_t kTrialCalls = 8;
constexpr double kSecondsOfCalls = 0.1;  // per program; slow functions are called less often
// Caches and memory pools fill up in the first rounds.
constexpr int kWarmUpRounds = 2;
// Enough rounds for an occasional garbage collector to run: memory that it frees was not leaked.
constexpr int kRounds = 14;
constexpr std::int64_t kLeastOfCall = 256;          // bytes: a quarter of what must be found
constexpr std::int64_t kLeastOfRound = 128 * 1024;  // bytes
// Growth that varies more between rounds comes from an allocator or a garbage collector.
constexpr double kLargestVariation = 0.5;  // of the median

// The place of the first such call, or the number of calls.
std::size_t call_to_repeat(const Case& test_case) {
  const std::vector<Call>& calls = test_case.program.calls;
  const auto found = std::ranges::find_if(calls, [&](const Call& call) {
    return call.function == test_case.function && !call.calls_result && !call.measure &&
           call.times == 1;
  });
  return static_cast<std::size_t>(found - calls.begin());
}

// Programs that each call the function several times.
class Programs {
 public:
  Programs(Connection& connection, std::span<const Case* const> cases, double deadline)
      : connection_(connection), deadline_(deadline) {
    for (const Case* test_case : cases.first(std::min(cases.size(), kCasesOfLeak))) {
      programs_.push_back({*test_case, call_to_repeat(*test_case)});
    }
  }

  // Determines how often each program calls the function; false if a program fails.
  bool prepare() {
    for (Repeated& repeated : programs_) {
      const auto once = seconds_of(repeated, kFewCalls);
      const auto often = once ? seconds_of(repeated, kFewCalls + kTrialCalls) : std::nullopt;
      if (!often) return false;
      const double call = std::max((*often - *once) / kTrialCalls, 1e-9);
      repeated.calls =
          std::clamp(static_cast<std::int64_t>(kSecondsOfCalls / call), kTrialCalls, kMostCalls);
      more_calls_ += repeated.calls - kFewCalls;
    }
    return true;
  }

  // How much the memory grows with the calls of one round; none if a program fails.
  std::optional<std::int64_t> growth() {
    const auto before = static_cast<std::int64_t>(connection_.memory());
    if (!run(/*often=*/false)) return std::nullopt;
    const auto between = static_cast<std::int64_t>(connection_.memory());
    if (!run(/*often=*/true)) return std::nullopt;
    const auto after = static_cast<std::int64_t>(connection_.memory());
    return (after - between) - (between - before);
  }

  std::int64_t more_calls() const { return more_calls_; }

 private:
  struct Repeated {
    Case test_case;
    std::size_t place;  // of the call
    std::int64_t calls = 1;
  };

  std::optional<double> seconds_of(Repeated& repeated, std::int64_t times) {
    repeated.test_case.program.calls.at(repeated.place).times = times;
    const Clock::time_point begin = Clock::now();
    const CallResult result =
        connection_.run(repeated.test_case.program, repeated.test_case.inputs, deadline_);
    const auto* answer = std::get_if<compare::Answer>(&result);
    if (answer == nullptr || !answer->error_kind.empty()) return std::nullopt;
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }

  // The last program has few calls, so that memory kept until the next program begins is always the same.
  bool run(bool often) {
    return std::ranges::all_of(programs_,
                               [&](Repeated& repeated) {
                                 const auto calls = often ? repeated.calls : kFewCalls;
                                 return seconds_of(repeated, calls).has_value();
                               }) &&
           seconds_of(programs_.front(), kFewCalls).has_value();
  }

  Connection& connection_;
  double deadline_;
  std::vector<Repeated> programs_;
  std::int64_t more_calls_ = 0;
};

}  // namespace

bool has_call_to_repeat(const Case& test_case) {
  return call_to_repeat(test_case) < test_case.program.calls.size();
}

double leak_per_call(Connection& connection, std::span<const Case* const> cases, double deadline) {
  if (cases.empty()) return 0;
  Programs programs(connection, cases, deadline);
  if (!programs.prepare() || connection.memory() == 0)
    return 0;  // a new worker starts only with a program
  const std::int64_t least = std::max(programs.more_calls() * kLeastOfCall, kLeastOfRound);
  std::vector<std::int64_t> growths;
  for (int round = 0; round < kRounds; ++round) {
    const auto growth = programs.growth();
    if (!growth) return 0;
    if (round < kWarmUpRounds) continue;
    if (*growth < least) return 0;
    growths.push_back(*growth);
  }
  std::ranges::sort(growths);
  const auto median = static_cast<double>(growths[growths.size() / 2]);
  const bool steady = static_cast<double>(growths.front()) >= (1 - kLargestVariation) * median &&
                      static_cast<double>(growths.back()) <= (1 + kLargestVariation) * median;
  return steady ? median / static_cast<double>(programs.more_calls()) : 0;
}

}  // namespace kassay::runner
