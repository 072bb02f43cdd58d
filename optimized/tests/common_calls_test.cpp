// Which calls are computed once, and which calls differ.
#include "optimized/engine/common_calls.h"

#include <gtest/gtest.h>

#include "optimized/tests/plans.h"

namespace kassay::optimized::common_calls_test {
namespace {

class CommonCalls : public reference::Graph {
 protected:
  // The calls that the outputs need, given x, and their number.
  std::vector<engine::Call> left(const List& outputs) {
    const reference::Plan plan = plan_of(outputs, {x_});
    const std::vector<Value> feeds{Tensor(DType::kFloat32, {2, 3})};
    return engine::without_common_calls(calls_of(plan, feeds), output_slots(plan));
  }
  std::size_t calls_for(const List& outputs) { return left(outputs).size(); }
  // The standardized rows, their mean and their variance.
  std::vector<Value> statistics() {
    return session_.apply("normalize_batch_in_training",
                          {x_, Value{}, Value{}, List{std::int64_t{0}}, 1e-3});
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

TEST_F(CommonCalls, LeaveTheResultsOfOthersWhereTheyAre) {
  const Value a = call("exp", {x_}), b = call("sin", {x_});
  const Value same = call("exp", {x_}), c = call("cos", {x_});
  const Value left_part = call("operator.mul", {a, b}),
              right_part = call("operator.mul", {same, c});
  const auto calls = left({call("operator.add", {left_part, right_part})});
  ASSERT_EQ(calls.size(), 6U);  // exp, sin, cos, the products, and their sum
  EXPECT_EQ(calls[4].arguments[0].slot, static_cast<std::ptrdiff_t>(calls[0].first_slot));
  EXPECT_EQ(calls[4].arguments[1].slot, static_cast<std::ptrdiff_t>(calls[2].first_slot));
}

TEST_F(CommonCalls, OfSeveralResultsAreOne) {
  const auto first = statistics(), second = statistics();
  const auto calls = left({call("operator.sub", {first[1], second[2]})});
  ASSERT_EQ(calls.size(), 2U);
  const auto slot = static_cast<std::ptrdiff_t>(calls[0].first_slot);
  EXPECT_EQ(calls[1].arguments[0].slot, slot + 1);
  EXPECT_EQ(calls[1].arguments[1].slot, slot + 2);
}

TEST_F(CommonCalls, WithTheLastResultAsOutputStay) {
  const auto first = statistics(), second = statistics();
  EXPECT_EQ(calls_for({second[2], call("exp", {first[0]})}), 3U);
}

TEST_F(CommonCalls, OtherPlacesOfAnArrayAreOthers) {
  const Value ones = variable(reference::vector({1, 1, 1}));
  const auto standardized = [&](const Value& gamma, const Value& beta) {
    return call("normalize_batch_in_training", {x_, gamma, beta, List{std::int64_t{0}}, 1e-3});
  };
  const Value scaled = standardized(ones, Value{}), shifted = standardized(Value{}, ones);
  EXPECT_EQ(calls_for({call("operator.sub", {scaled, shifted})}), 3U);
}

TEST_F(CommonCalls, OtherArgumentsAreOthers) {
  EXPECT_EQ(calls_for({call("exp", {call("exp", {x_})})}), 2U);
}

TEST_F(CommonCalls, ListsOfOtherArgumentsAreOthers) {
  const auto beside = [&](const Value& other) { return call("concatenate", {List{x_, other}}); };
  const Value a = call("exp", {x_}), b = call("sin", {x_});
  EXPECT_EQ(calls_for({call("operator.add", {beside(a), beside(b)})}), 5U);
}

TEST_F(CommonCalls, OfResultsThatFollowFromElementsAreOthers) {
  const Value size = placeholder(Shape{2}, DType::kInt32);
  const List start{std::int64_t{0}, std::int64_t{0}};
  const Value a = call("slice", {x_, start, size}), b = call("slice", {x_, start, size});
  const reference::Plan plan = plan_of({call("operator.add", {a, b})}, {x_, size});
  const std::vector<Value> feeds{Tensor(DType::kFloat32, {2, 3}), Tensor(DType::kInt32, {2})};
  EXPECT_EQ(engine::without_common_calls(calls_of(plan, feeds), output_slots(plan)).size(), 3U);
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
