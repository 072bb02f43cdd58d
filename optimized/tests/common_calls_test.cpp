// Which calls are computed once, and which are not the same.
#include "optimized/engine/common_calls.h"

#include <gtest/gtest.h>

#include "optimized/tests/plans.h"

namespace kassay::optimized::common_calls_test {
namespace {

class CommonCalls : public reference::Graph {
 protected:
  // How many calls the outputs of x need.
  std::size_t calls_for(const List& outputs) {
    const reference::Plan plan = plan_of(outputs, {x_});
    const std::vector<Value> feeds{Tensor(DType::kFloat32, {2, 3})};
    return engine::without_common_calls(calls_of(plan, feeds), output_slots(plan)).size();
  }

  const Value x_ = placeholder(Shape{2, 3});
};

TEST_F(CommonCalls, AreOne) {
  const Value a = call("exp", {x_}), b = call("exp", {x_});
  EXPECT_EQ(calls_for({call("operator.mul", {a, b})}), 2U);
}

TEST_F(CommonCalls, AreOneThroughOthers) {
  const auto chain = [&] { return call("tanh", {call("operator.mul", {call("exp", {x_}), 2.0})}); };
  EXPECT_EQ(calls_for({call("operator.add", {chain(), chain()})}), 4U);
}

TEST_F(CommonCalls, OtherConstantsAreOthers) {
  const Value a = call("operator.mul", {x_, 2.0}), b = call("operator.mul", {x_, 3.0});
  EXPECT_EQ(calls_for({call("operator.add", {a, b})}), 3U);
}

TEST_F(CommonCalls, OtherArraysAreOthers) {
  const auto times = [&](const reference::Numbers& row) {
    return call("operator.mul", {x_, reference::vector(row)});
  };
  EXPECT_EQ(calls_for({call("operator.add", {times({1, 2, 3}), times({1, 2, 4})})}), 3U);
}

TEST_F(CommonCalls, ListsWithOtherArraysAreOthers) {
  const auto beside = [&](double number) {
    return call("concatenate", {List{x_, reference::tensor({2, 1}, {number, number})}});
  };
  EXPECT_EQ(calls_for({call("operator.add", {beside(1), beside(2)})}), 3U);
}

TEST_F(CommonCalls, OtherSettingsAreOthers) {
  const auto biased = [&] { return call("bias_add", {x_, reference::vector({1, 2, 3})}); };
  const Value before = biased();
  session_.change_settings([](reference::Settings& settings) { settings.epsilon = 0.5; });
  EXPECT_EQ(calls_for({call("operator.add", {before, biased()})}), 3U);
}

TEST_F(CommonCalls, ZerosOfOtherSignsAreOthers) {
  const Value a = call("operator.truediv", {x_, 0.0}), b = call("operator.truediv", {x_, -0.0});
  EXPECT_EQ(calls_for({call("operator.add", {a, b})}), 3U);
}

TEST_F(CommonCalls, RandomNumbersAreOthers) {
  const Value a = call("dropout", {x_, 0.5}), b = call("dropout", {x_, 0.5});
  const std::size_t one = calls_for({a});
  EXPECT_GE(calls_for({call("operator.add", {a, b})}), one + 2);
}

TEST_F(CommonCalls, PrintsAreOthers) {
  const auto print = [&] { return call("print_tensor", {x_, std::string("x: ")}); };
  EXPECT_EQ(calls_for({call("operator.add", {print(), print()})}), 3U);
}

TEST_F(CommonCalls, OutputsStay) {
  EXPECT_EQ(calls_for({call("exp", {x_}), call("exp", {x_})}), 2U);
}

}  // namespace
}  // namespace kassay::optimized::common_calls_test
