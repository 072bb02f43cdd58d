// Which operands of products are packed.
#include "optimized/engine/packing.h"

#include <gmock/gmock.h>

#include <string>

#include "optimized/engine/engine.h"
#include "optimized/tests/plans.h"

namespace kassay::optimized::packing_test {
namespace {

using reference::tensor;
using testing::Contains;
using testing::Not;

std::ptrdiff_t count(const std::vector<std::string>& functions, const std::string& function) {
  return std::ranges::count(functions, function);
}

// Three time steps of a sequence with 2 samples and 4 features, and a matrix.
class Products : public reference::Graph {
 protected:
  Value step(std::int64_t time) {
    const List start{std::int64_t{0}, time, std::int64_t{0}};
    const List size{std::int64_t{-1}, std::int64_t{1}, std::int64_t{-1}};
    return call("squeeze", {call("slice", {sequence_, start, size}), std::int64_t{1}});
  }
  // The sum over the steps of step times matrix.
  Value total() {
    Value sum;
    for (std::int64_t time = 0; time < 3; ++time) {
      const Value one = call("dot", {step(time), matrix_});
      sum = sum.is_none() ? one : call("operator.add", {sum, one});
    }
    return sum;
  }

  static std::vector<std::string> packed(const List& outputs, const Value& x, bool is_variable) {
    const reference::Plan plan = plan_of(outputs, {x});
    std::size_t slots = plan.slot_count;
    std::vector<bool> variables(slots);
    const std::vector<bool> updated(slots);
    if (is_variable) variables[plan.variables.at(0).first] = true;
    const auto calls = calls_of(plan, {Tensor(DType::kFloat32, *type(x).shape)});
    return functions_of(
        engine::with_packed_weights(calls, variables, updated, level_to_use(), slots));
  }
  std::vector<std::string> packed(const List& outputs, bool is_variable) {
    return packed(outputs, sequence_, is_variable);
  }

  const Value sequence_ = placeholder(Shape{2, 3, 4});
  const Value matrix_ = variable(Tensor(DType::kFloat32, {4, 5}));
};

TEST_F(Products, WithOneMatrixPackItOnce) {
  const auto functions = packed({total()}, false);
  EXPECT_EQ(count(functions, "internal.pack"), 1);
  EXPECT_EQ(count(functions, "internal.multiply_packed"), 3);
}

TEST_F(Products, WithAVariablePackItForLaterRuns) {
  const auto functions = packed({call("dot", {step(0), matrix_})}, true);
  EXPECT_EQ(count(functions, "internal.pack"), 1);
}

TEST_F(Products, WithAMatrixOfOneRunDoNotPackIt) {
  EXPECT_THAT(packed({call("dot", {step(0), matrix_})}, false), Contains("dot"));
}

// OpenBLAS would be faster if the matrix is not packed, and always compared with short vectors.
bool has_long_vectors() { return level_to_use().vector_bytes() >= 32; }

TEST_F(Products, OfMiddleSizePackAVariable) {
  if (!has_long_vectors()) GTEST_SKIP() << "OpenBLAS multiplies";
  const Value x = placeholder(Shape{128, 128});
  const Value weights = variable(Tensor(DType::kFloat32, {128, 128}));
  EXPECT_EQ(count(packed({call("dot", {x, weights})}, x, true), "internal.pack"), 1);
}

TEST_F(Products, OfFewTermsPackAVariable) {
  if (!has_long_vectors()) GTEST_SKIP() << "OpenBLAS multiplies";
  const Value x = placeholder(Shape{64, 16});
  const Value weights = variable(Tensor(DType::kFloat32, {16, 64}));
  EXPECT_EQ(count(packed({call("dot", {x, weights})}, x, true), "internal.pack"), 1);
}

TEST_F(Products, ReadAnAssignedVariable) {
  const Value weights = variable(tensor({2, 2}, {1, 2, 3, 4}));
  const Value x = placeholder(Shape{2, 2});
  const auto executable =
      compile(plan_of({call("dot", {x, weights})}, {x}), level_to_use(), engine::Options{});
  const std::vector<Value> feeds{tensor({2, 2}, {1, 0, 0, 1})};
  const auto product = [&] {
    return reference::numbers_of(executable->run(session_, feeds).at(0));
  };
  for (int run = 0; run < 4; ++run) EXPECT_THAT(product(), testing::ElementsAre(1, 2, 3, 4));
  call("set_value", {weights, tensor({2, 2}, {5, 6, 7, 8})});
  EXPECT_THAT(product(), testing::ElementsAre(5, 6, 7, 8));
}

// The calls for x, with the matrices of variables.
class RightOperand : public reference::Graph {
 protected:
  std::vector<engine::Call> calls_for(const List& outputs, const Value& x) {
    const reference::Plan plan = plan_of(outputs, {x});
    slots_before_ = slots_after_ = plan.slot_count;
    std::vector<bool> variables(plan.slot_count), updated(plan.slot_count);
    for (const auto& [slot, variable] : plan.variables) {
      variables[slot] = true;
      updated[slot] = variable == variable_of(updated_);
    }
    const Tensor feed(type(x).dtype, *type(x).shape);
    return engine::with_packed_weights(calls_of(plan, {feed}), variables, updated, level_to_use(),
                                       slots_after_);
  }
  std::vector<std::string> packed(const Value& output, const Value& x) {
    return functions_of(calls_for({output}, x));
  }
  static Value matrix(std::int64_t rows, std::int64_t columns) {
    return variable(Tensor(DType::kFloat32, {rows, columns}));
  }

  Value updated_ = variable(Tensor(DType::kFloat32, {2, 2}));
  std::size_t slots_before_ = 0, slots_after_ = 0;
};

const auto kPacked = testing::ElementsAre("internal.pack", "internal.multiply_packed");

TEST_F(RightOperand, OfTwoRowsAndTwoColumnsIsPacked) {
  const Value x = placeholder(Shape{2, 4});
  EXPECT_THAT(packed(call("dot", {x, matrix(4, 2)}), x), kPacked);
}

TEST_F(RightOperand, OfOneRowIsNot) {
  const Value x = placeholder(Shape{1, 4});
  EXPECT_THAT(packed(call("dot", {x, matrix(4, 5)}), x), testing::ElementsAre("dot"));
}

TEST_F(RightOperand, OfOneColumnIsNot) {
  const Value x = placeholder(Shape{3, 4});
  EXPECT_THAT(packed(call("dot", {x, matrix(4, 1)}), x), testing::ElementsAre("dot"));
}

TEST_F(RightOperand, OfAVectorIsNot) {
  const Value x = placeholder(Shape{4});
  EXPECT_THAT(packed(call("dot", {x, matrix(4, 5)}), x), testing::ElementsAre("dot"));
}

TEST_F(RightOperand, OfAStackIsPacked) {
  const Value x = placeholder(Shape{3, 2, 4});
  EXPECT_THAT(packed(call("dot", {x, matrix(4, 5)}), x), kPacked);
}

TEST_F(RightOperand, ThatIsAStackIsNot) {
  const Value x = placeholder(Shape{2, 4});
  const Value stack = variable(Tensor(DType::kFloat32, {3, 4, 5}));
  EXPECT_THAT(packed(call("dot", {x, stack}), x), testing::ElementsAre("dot"));
}

TEST_F(RightOperand, OfIntegersIsNot) {
  const Value x = placeholder(Shape{2, 4}, DType::kInt32);
  const Value weights = variable(Tensor(DType::kInt32, {4, 5}));
  EXPECT_THAT(packed(call("dot", {x, weights}), x), testing::ElementsAre("dot"));
}

TEST_F(RightOperand, OfAnotherDtypeIsNot) {
  const Value x = placeholder(Shape{2, 4}, DType::kFloat64);
  EXPECT_THAT(packed(call("dot", {x, matrix(4, 5)}), x), testing::ElementsAre("dot"));
}

TEST_F(RightOperand, OfASumIsNot) {
  const Value x = placeholder(Shape{2, 4});
  EXPECT_THAT(packed(call("operator.add", {x, matrix(2, 4)}), x),
              testing::ElementsAre("operator.add"));
}

TEST_F(RightOperand, OutsideThePlanIsNotPacked) {
  const Value x = placeholder(Shape{2, 4});
  EXPECT_THAT(packed(call("dot", {x, Tensor(DType::kFloat32, {4, 5})}), x),
              testing::ElementsAre("dot"));
}

class Contraction : public RightOperand {
 protected:
  // The calls for the matrix product that is summed along these axes.
  std::vector<engine::Call> along(std::int64_t x_axis, std::int64_t y_axis) {
    const Value x = placeholder(Shape{3, 3});
    return calls_for({call("internal.contract", {x, matrix(3, 3), x_axis, y_axis})}, x);
  }
  // Whether the terms run along the columns of what the first call packs.
  static bool is_transposed(const std::vector<engine::Call>& calls) {
    return std::get<bool>(calls.at(0).bound.values.at(1));
  }
};

TEST_F(Contraction, OfLastAxesIsOfATransposedMatrix) {
  const auto calls = along(1, 1);
  ASSERT_THAT(functions_of(calls), kPacked);
  EXPECT_TRUE(is_transposed(calls));
}

TEST_F(Contraction, OfTheLastAxisAndTheFirstIsOfTheMatrix) {
  const auto calls = along(1, 0);
  ASSERT_THAT(functions_of(calls), kPacked);
  EXPECT_FALSE(is_transposed(calls));
}

TEST_F(Contraction, OfFirstAxesIsNotPacked) {
  EXPECT_THAT(functions_of(along(0, 0)), testing::ElementsAre("internal.contract"));
}

TEST_F(Contraction, OfTheFirstAxisAndTheLastIsNotPacked) {
  EXPECT_THAT(functions_of(along(0, 1)), testing::ElementsAre("internal.contract"));
}

TEST_F(RightOperand, IsKeptFromRunToRun) {
  const Value x = placeholder(Shape{2, 4});
  EXPECT_TRUE(calls_for({call("dot", {x, matrix(4, 5)})}, x).at(0).is_kept);
}

TEST_F(RightOperand, ThatIsUpdatedIsNotKept) {
  const Value x = placeholder(Shape{2, 4});
  updated_ = matrix(4, 5);
  EXPECT_FALSE(calls_for({call("dot", {x, updated_})}, x).at(0).is_kept);
}

TEST_F(RightOperand, HasItsOwnTypeWhenItIsPacked) {
  const Value x = placeholder(Shape{2, 4});
  const auto calls = calls_for({call("dot", {x, matrix(4, 5)})}, x);
  EXPECT_EQ(calls.at(0).types.at(0).shape, (Shape{4, 5}));
}

TEST_F(RightOperand, HasASeparateSlotIfPacked) {
  const Value x = placeholder(Shape{2, 4});
  const auto calls = calls_for({call("dot", {x, matrix(4, 5)}), call("dot", {x, matrix(4, 3)})}, x);
  ASSERT_EQ(calls.size(), 4U);
  EXPECT_EQ(calls[0].first_slot, slots_before_);
  EXPECT_EQ(calls[2].first_slot, slots_before_ + 1);
  EXPECT_EQ(slots_after_, slots_before_ + 2);
}

TEST_F(RightOperand, OfTwoProductsIsPackedEvenIfNotAVariable) {
  const Value x = placeholder(Shape{4, 5});
  const auto by = [&] { return call("dot", {matrix(3, 4), x}); };
  EXPECT_EQ(count(functions_of(calls_for({by(), by()}, x)), "internal.pack"), 1);
}

TEST_F(RightOperand, IsReadInBothDirections) {
  const Value x = placeholder(Shape{2, 3}), weights = variable(tensor({3, 2}, {1, 2, 3, 4, 5, 6}));
  const Value product = call("dot", {x, weights});
  const Value loss = call("sum", {call("square", {product})});
  const reference::Plan plan = plan_of({gradients(loss, {x}).at(0)}, {x});
  const std::vector<Value> feeds{tensor({2, 3}, {1, 0, 0, 0, 0, 1})};
  // 2 x w w^T
  EXPECT_THAT(reference::numbers_of(
                  compile(plan, level_to_use(), engine::Options{})->run(session_, feeds).at(0)),
              testing::ElementsAre(10, 22, 34, 34, 78, 122));
}

}  // namespace
}  // namespace kassay::optimized::packing_test
