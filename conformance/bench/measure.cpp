#include "conformance/bench/measure.h"

#include <algorithm>
#include <cmath>

#include "conformance/bench/resident.h"
#include "spec/lib/error.h"
#include "spec/lib/printable.h"
#include "spec/lib/results.h"
#include "spec/lib/text.h"

namespace kassay::bench {
namespace {

constexpr std::int64_t kLeastCalls = 3;  // of a round

// The relative error that a long sum in the dtype may have, compared with the largest element.
double closeness(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
      return 2e-2;
    case DType::kFloat32:
      return 2e-3;
    case DType::kFloat64:
      return 1e-8;
    default:
      return 0;
  }
}

std::string difference(const Tensor& expected, const Tensor& answer, bool random) {
  if (expected.shape() != answer.shape()) {
    return "the shape is " + to_string(answer.shape()) + ", not " + to_string(expected.shape());
  }
  if (random) return "";
  long double largest = 0;
  for (std::int64_t i = 0; i < expected.size(); ++i) {
    const long double e = std::fabs(element(expected, i));
    if (std::isfinite(e)) largest = std::max(largest, e);
  }
  const long double limit = closeness(expected.dtype()) * largest;
  for (std::int64_t i = 0; i < expected.size(); ++i) {
    const long double e = element(expected, i), a = element(answer, i);
    const bool same = e == a || (std::isnan(e) && std::isnan(a)) || std::fabs(e - a) <= limit;
    if (!same) {
      return "element " + wording::list_text(wording::unflatten(i, expected.shape())) + " is " +
             wording::element_text(answer, i) + ", not " + wording::element_text(expected, i);
    }
  }
  return "";
}

std::int64_t bytes_of(const Inputs& inputs) {
  std::size_t bytes = 0;
  for (const auto& [name, tensor] : inputs) bytes += tensor.byte_size();
  return static_cast<std::int64_t>(bytes);
}

std::int64_t bytes_of(const std::vector<Value>& outputs) {
  std::size_t bytes = 0;
  for (const Value& output : outputs) {
    if (const auto* tensor = output.get_if<Tensor>()) bytes += tensor->byte_size();
  }
  return static_cast<std::int64_t>(bytes);
}

// The progress of a contestant in one workload.
struct Standing {
  Result result;
  std::vector<double> seconds;
  std::vector<Value> outputs;
};

void fail(Standing& standing, const std::string& outcome, const std::string& message) {
  standing.result.outcome = outcome;
  standing.result.message = excerpt(message, 500);
}

void take_turn(Standing& standing, runner::Connection& connection, const Program& program,
               const Inputs& inputs, double timeout) {
  protocol::CallResult called = connection.run(program, inputs, timeout);
  if (const auto* end = std::get_if<protocol::AbnormalEnd>(&called)) {
    return fail(standing, std::string(outcome_name(end->outcome)), end->message);
  }
  auto& answer = std::get<compare::Answer>(called);
  if (!answer.error_kind.empty()) return fail(standing, "error", answer.error_message);
  if (answer.seconds.empty()) {
    return fail(standing, "silent",
                "the worker does not say how long the call took (PROTOCOL.md, `measure`)");
  }
  std::vector<double> sorted = answer.seconds;
  std::ranges::sort(sorted);
  standing.result.rounds.push_back(quantile(sorted, 0.5));
  standing.seconds.insert(standing.seconds.end(), sorted.begin(), sorted.end());
  standing.outputs = std::move(answer.outputs);
}

void conclude(Standing& standing, const Workload& workload, const Inputs& inputs) {
  std::ranges::sort(standing.seconds);
  Result& result = standing.result;
  result.outcome = "measured";
  result.calls = static_cast<std::int64_t>(standing.seconds.size());
  result.minimum = standing.seconds.front();
  result.lower = quantile(standing.seconds, 0.25);
  result.median = quantile(standing.seconds, 0.5);
  result.upper = quantile(standing.seconds, 0.75);
  result.bytes = bytes_of(inputs) + bytes_of(standing.outputs);
  result.multiply_adds = workload.multiply_adds;
}

Program measured(const Workload& workload, const Effort& effort) {
  Program program = workload.program;
  program.calls.back().measure =
      Measurement{effort.warm_up, effort.seconds, kLeastCalls, workload.id};
  return effort.is_resident ? resident(program) : program;
}

std::vector<Result> unsupported(const Workload& workload,
                                const std::vector<Contestant>& contestants,
                                const std::string& why) {
  std::vector<Result> results;
  for (const Contestant& contestant : contestants)
    results.push_back({workload.id, contestant.label, "unsupported", why});
  return results;
}

}  // namespace

double quantile(const std::vector<double>& sorted, double p) {
  const double at = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

std::string difference(const std::vector<Value>& expected, const std::vector<Value>& answer,
                       bool random) {
  if (expected.size() != answer.size()) {
    return count_of(static_cast<long long>(answer.size()), "output") + ", not " +
           std::to_string(expected.size());
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto* e = expected[i].get_if<Tensor>();
    const auto* a = answer[i].get_if<Tensor>();
    if (e == nullptr || a == nullptr) {
      return "output " + std::to_string(i) + " is not an array";
    }
    const std::string found = difference(*e, *a, random);
    if (!found.empty()) return "output " + std::to_string(i) + ": " + found;
  }
  return "";
}

std::vector<Result> measure(const Workload& workload, std::vector<Contestant>& contestants,
                            const Effort& effort) {
  Program program;
  try {
    program = measured(workload, effort);
  } catch (const Unsupported& reason) {
    return unsupported(workload, contestants, reason.what());
  }
  const Inputs inputs = make_inputs(workload);
  std::vector<Standing> standings(contestants.size());
  const std::vector<Value>* expected = nullptr;
  for (int round = 0; round < effort.rounds; ++round) {
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      Standing& standing = standings[i];
      standing.result.workload = workload.id;
      standing.result.backend = contestants[i].label;
      if (!standing.result.outcome.empty()) continue;  // it has failed
      take_turn(standing, *contestants[i].connection, program, inputs, effort.timeout);
      if (round > 0 || !standing.result.outcome.empty()) continue;
      if (expected == nullptr) {
        expected = &standing.outputs;
      } else if (const std::string found = difference(*expected, standing.outputs, workload.random);
                 !found.empty()) {
        fail(standing, "differs", found);
      }
    }
  }
  std::vector<Result> results;
  for (Standing& standing : standings) {
    if (standing.result.outcome.empty()) conclude(standing, workload, inputs);
    results.push_back(std::move(standing.result));
  }
  return results;
}

}  // namespace kassay::bench
