// What compiled scans leave out, and how much memory is planned for them.
#include "optimized/engine/scan/scan_step.h"

#include <gmock/gmock.h>

#include "optimized/engine/engine.h"
#include "optimized/engine/pruning.h"
#include "optimized/tests/plans.h"
#include "optimized/tests/scans.h"

namespace kassay::optimized::scans_test {
namespace {

using reference::tensor;

// The state is a running sum, and the second one a running product that nothing else depends on.
class CompiledScans : public reference::Graph {
 protected:
  CompiledScans() { set_scans(executor_, true); }

  std::vector<Value> recurrence() {
    const Function step = reference::lambda([this](const List& arguments) -> std::vector<Value> {
      const List& states = std::get<List>(arguments[1]);
      const Value sum = call("operator.add", {arguments[0], states[0]});
      const Value product = call("operator.mul", {arguments[0], states[1]});
      return {call("square", {sum}), List{sum, product}};
    });
    return session_.apply("rnn", {step, x_, List{zeros_, ones_}});
  }

  engine::Call only_scan(const List& outputs) const {
    const reference::Plan plan = plan_of(outputs, {x_, zeros_, ones_});
    const auto calls = engine::pruned(calls_of(plan, feeds_), output_slots(plan));
    const auto scan =
        std::ranges::find_if(calls, [](const auto& call) { return call.scan != nullptr; });
    EXPECT_NE(scan, calls.end());
    return scan == calls.end() ? engine::Call{} : *scan;
  }

  const Value x_ = placeholder(Shape{1, 3, 2}), zeros_ = placeholder(Shape{1, 2}),
              ones_ = placeholder(Shape{1, 2});
  const std::vector<Value> feeds_{tensor({1, 3, 2}, {1, 2, 3, 4, 5, 6}), tensor({1, 2}, {0, 0}),
                                  tensor({1, 2}, {1, 1})};
};

TEST_F(CompiledScans, LeaveOutUnreadStates) {
  const engine::Call scan = only_scan({recurrence()[1]});
  EXPECT_EQ(scan.scan->states.size(), 1U);
  EXPECT_EQ(scan.scan->outputs.size(), 1U);
}

TEST_F(CompiledScans, LeaveOutUnreadOutputs) {
  const engine::Call scan = only_scan({std::get<List>(recurrence()[2]).at(1)});
  EXPECT_EQ(scan.scan->states.size(), 1U);
  EXPECT_TRUE(scan.scan->outputs.empty());
}

TEST_F(CompiledScans, LeaveOutValuesThatOnlyTheGradientReads) {
  const auto results = recurrence();
  const std::size_t with_gradient =
      only_scan({results[1], gradient(call("square", {results[1]}), x_)}).scan->outputs.size();
  EXPECT_GT(with_gradient, only_scan({results[1]}).scan->outputs.size());
}

TEST_F(CompiledScans, ComputeTheSameRunAfterRun) {
  const auto results = recurrence();
  const List outputs{results[1], std::get<List>(results[2]).at(0),
                     std::get<List>(results[2]).at(1)};
  const auto program =
      compile(plan_of(outputs, {x_, zeros_, ones_}), level_to_use(), engine::Options{});
  for (int run = 0; run < 3; ++run) {
    const auto computed = program->run(session_, feeds_);
    EXPECT_EQ(reference::numbers_of(computed[0]), (reference::Numbers{1, 4, 16, 36, 81, 144}));
    EXPECT_EQ(reference::numbers_of(computed[1]), (reference::Numbers{9, 12}));
    EXPECT_EQ(reference::numbers_of(computed[2]), (reference::Numbers{15, 48}));
  }
}

TEST_F(CompiledScans, KeepTheResultsOfTheLastRun) {
  const auto program =
      compile(plan_of({recurrence()[1]}, {x_, zeros_, ones_}), level_to_use(), engine::Options{});
  const auto first = program->run(session_, feeds_);
  std::vector<Value> others = feeds_;
  others[0] = tensor({1, 3, 2}, {0, 0, 0, 0, 0, 0});
  program->run(session_, others);
  EXPECT_EQ(reference::numbers_of(first[0]), (reference::Numbers{1, 4, 16, 36, 81, 144}));
}

// A turn whose output is its element or an outside tensor: it computes nothing.
TEST_F(CompiledScans, ReturnTheirInputsAsOutputs) {
  const Function step = reference::lambda([this](const List& arguments) -> std::vector<Value> {
    return {arguments[0], List{zeros_}};
  });
  const auto results = session_.apply("rnn", {step, x_, List{ones_}});
  const auto program =
      compile(plan_of({results[1], std::get<List>(results[2]).at(0)}, {x_, zeros_, ones_}),
              level_to_use(), engine::Options{});
  const auto computed = program->run(session_, feeds_);
  EXPECT_EQ(reference::numbers_of(computed[0]), (reference::Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(reference::numbers_of(computed[1]), (reference::Numbers{0, 0}));
}

}  // namespace
}  // namespace kassay::optimized::scans_test
