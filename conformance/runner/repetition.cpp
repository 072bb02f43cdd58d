#include "conformance/runner/repetition.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <utility>

#include "conformance/runner/leak.h"
#include "conformance/runner/run_times.h"
#include "spec/lib/modes.h"
#include "spec/lib/tolerance.h"

namespace kassay::runner {
namespace {

// Large arrays make the memory of an allocator grow and shrink by more than a leak.
constexpr std::size_t kSmallCase = 16 * 1024;  // bytes

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double difference(double a, double b, DType dtype) {
  if (std::isnan(a) && std::isnan(b)) return 0;
  if (a == b && std::signbit(a) == std::signbit(b)) return 0;
  const double largest = std::max(std::abs(a), std::abs(b));
  if (!std::isfinite(largest) || std::isnan(a) || std::isnan(b)) return kInfinity;
  // Zeros of different signs differ by 0, but their bits differ.
  return std::max(std::abs(a - b) / ulp(largest, dtype), std::numeric_limits<double>::min());
}

double difference(const Tensor& a, const Tensor& b, const Tensor* limits) {
  if (a.dtype() != b.dtype() || a.shape() != b.shape()) return kInfinity;
  if (std::ranges::equal(a.bytes(), b.bytes())) return 0;
  double largest = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) {
    if (limits != nullptr && std::isinf(static_cast<double>(element(*limits, i)))) continue;
    if (is_floating(a.dtype())) {
      largest = std::max(largest, difference(static_cast<double>(element(a, i)),
                                             static_cast<double>(element(b, i)), a.dtype()));
    } else if (element(a, i) != element(b, i)) {
      return kInfinity;
    }
  }
  return largest;
}

double difference(const Value& a, const Value& b, const Tensor* limits) {
  if (a.index() != b.index()) return kInfinity;
  if (const auto* tensor = a.get_if<Tensor>()) {
    return difference(*tensor, *b.get_if<Tensor>(), limits);
  }
  if (const auto* number = a.get_if<double>()) {
    return difference(*number, *b.get_if<double>(), DType::kFloat64);
  }
  const auto* list = a.get_if<List>();
  if (list == nullptr) return 0;  // judged exactly, or a name that the backend may choose
  const List& other = *b.get_if<List>();
  if (list->size() != other.size()) return kInfinity;
  double largest = 0;
  for (std::size_t i = 0; i < list->size(); ++i) {
    largest = std::max(largest, difference((*list)[i], other[i], nullptr));
  }
  return largest;
}

bool is_lost(Outcome outcome) {
  return outcome == Outcome::kCrash || outcome == Outcome::kTimeout ||
         outcome == Outcome::kOutOfMemory || outcome == Outcome::kNotRun;
}

void add_run(RepeatedCase& repeated, CheckedCase again) {
  Repetition& found = repeated.found;
  ++found.runs;
  repeated.ended = is_lost(again.result.outcome);
  if (again.result.outcome == Outcome::kNotRun) return;  // the function was not tested
  const bool was_right = fulfils_profile(repeated.checked.result.outcome);
  if (!fulfils_profile(again.result.outcome)) {
    found.wrong.push_back(found.runs);
    if (!was_right) return;
    again.result.seconds = repeated.checked.result.seconds;
    // Otherwise the failure would look like a missing feature.
    if (again.result.outcome == Outcome::kUnsupported) again.result.outcome = Outcome::kError;
    repeated.checked = std::move(again);
  } else if (was_right && repeated.checked.answer && again.answer) {
    const double ulps =
        difference_in_bits(*repeated.checked.answer, *again.answer, repeated.test_case.expectation);
    if (ulps == 0) return;
    found.other_bits.push_back(found.runs);
    found.ulps = std::max(found.ulps, ulps);
  }
}

}  // namespace

double difference_in_bits(const compare::Answer& first, const compare::Answer& second,
                          const Expectation& expectation) {
  if (first.outputs.size() != second.outputs.size()) return kInfinity;
  double largest = 0;
  for (std::size_t i = 0; i < first.outputs.size(); ++i) {
    const ExpectedOutput* expected =
        i < expectation.outputs.size() ? &expectation.outputs[i] : nullptr;
    if (expected != nullptr && std::holds_alternative<ExpectedSample>(*expected)) continue;
    const auto* tensor = expected != nullptr ? std::get_if<ExpectedTensor>(expected) : nullptr;
    const Tensor* limits = tensor != nullptr && tensor->limit ? &*tensor->limit : nullptr;
    largest = std::max(largest, difference(first.outputs[i], second.outputs[i], limits));
  }
  return largest;
}

std::vector<std::size_t> order_of_run(std::size_t count, std::int64_t run) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Not std::shuffle: the order must be the same with every standard library.
  std::mt19937_64 random(static_cast<std::uint64_t>(run));
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

std::size_t bytes_of(const RepeatedCase& repeated) {
  std::size_t bytes = 0;
  for (const auto& [name, tensor] : repeated.test_case.inputs) bytes += tensor.byte_size();
  if (!repeated.checked.answer) return bytes;
  for (const Value& output : repeated.checked.answer->outputs) {
    if (const auto* tensor = output.get_if<Tensor>()) bytes += tensor->byte_size();
  }
  return bytes;
}

double repeat_cases(Connection& connection, std::vector<RepeatedCase>& cases,
                    const RepetitionLimits& limits, const Specification* specification,
                    const std::atomic<bool>& ended) {
  double seconds = 0;
  for (RepeatedCase& repeated : cases) {
    const Outcome outcome = repeated.checked.result.outcome;
    repeated.ended = is_lost(outcome) || outcome == Outcome::kUnsupported;
    if (!fulfils_profile(outcome)) repeated.found.wrong = {1};
  }
  for (std::int64_t run = 2; run <= limits.runs; ++run) {
    for (const std::size_t place : order_of_run(cases.size(), run)) {
      RepeatedCase& repeated = cases[place];
      if (ended) return seconds;
      if (repeated.ended) continue;
      CheckedCase again =
          check_case_in_full(connection, repeated.test_case, limits.timeout, specification);
      seconds += again.result.seconds;
      add_run(repeated, std::move(again));
    }
  }
  return seconds;
}

double find_leaks(Connection& connection, std::vector<RepeatedCase>& cases, double timeout,
                  const std::function<bool(const std::string& function)>& first,
                  const std::atomic<bool>& ended) {
  std::map<std::string, std::vector<RepeatedCase*>> functions;
  for (RepeatedCase& repeated : cases) {
    const bool right = fulfils_profile(repeated.checked.result.outcome) && !repeated.ended;
    if (right && has_call_to_repeat(repeated.test_case)) {
      functions[repeated.test_case.function].push_back(&repeated);
    }
  }
  Stopwatch watch;
  for (auto& [function, candidates] : functions) {
    if (ended || connection.memory() == 0 || !first(function)) continue;
    const auto large = std::ranges::stable_partition(
        candidates, [](const RepeatedCase* repeated) { return bytes_of(*repeated) <= kSmallCase; });
    if (large.begin() != candidates.begin()) candidates.erase(large.begin(), large.end());
    std::vector<const Case*> chosen;
    const std::size_t count = std::min(candidates.size(), kCasesOfLeak);
    for (std::size_t i = 0; i < count; ++i) {
      chosen.push_back(&candidates[i * candidates.size() / count]->test_case);
    }
    double leak = leak_per_call(connection, chosen, timeout);
    if (leak > 0) {
      // A fresh worker confirms the leak: in a used one, memory may grow because of earlier programs.
      connection.renew();
      leak = std::min(leak, leak_per_call(connection, chosen, timeout));
    }
    candidates.front()->found.leak = leak;
  }
  return watch.lap();
}

CaseResult result_of_all_runs(const RepeatedCase& repeated) {
  CaseResult result = repeated.checked.result;
  Repetition found = repeated.found;
  const bool always = static_cast<std::int64_t>(found.wrong.size()) == found.runs;
  if (repeated.ended && !found.wrong.empty() && found.wrong.front() == 1) found.wrong.clear();
  if (always) found.wrong.clear();
  if (!found.wrong.empty()) {
    const std::string others =
        found.wrong.front() == 1 ? "Right in other runs, wrong in " : "Right in run 1, wrong in ";
    result.message = others + runs_text(found.wrong) + " of " + std::to_string(found.runs) +
                     " in one worker: " + result.message;
  }
  if (!found.empty()) result.repetition = std::move(found);
  return result;
}

}  // namespace kassay::runner
