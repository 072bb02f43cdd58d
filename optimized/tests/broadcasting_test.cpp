// Which stretched arrays element-wise calls read unstretched.
#include "optimized/engine/broadcasting.h"

#include <gtest/gtest.h>

#include "optimized/tests/plans.h"

namespace kassay::optimized::broadcasting_test {
namespace {

class Broadcasting : public reference::Graph {
 protected:
  // The shapes that the last call of the plan for `output` reads.
  std::vector<Shape> read_by(const Value& output) {
    const reference::Plan plan = plan_of({output}, {row_, rows_});
    auto calls = calls_of(plan, {Tensor(DType::kFloat32, {3}), Tensor(DType::kFloat32, {2, 3})});
    engine::Constants constants(plan.constants.begin(), plan.constants.end());
    std::size_t slots = plan.slot_count;
    engine::absorb_broadcasts(calls, level_to_use(), constants, slots);
    std::vector<Shape> shapes;
    for (const auto& type : calls.back().given) shapes.push_back(type.shape);
    return shapes;
  }

  // The function that computes the output.
  static std::string function_of(const Value& output, const List& fed) {
    const reference::Plan plan = plan_of({output}, fed);
    std::vector<Value> feeds;
    for (const Value& input : fed)
      feeds.emplace_back(Tensor(type(input).dtype, *type(input).shape));
    auto calls = calls_of(plan, feeds);
    engine::Constants no_constants;
    std::size_t slots = plan.slot_count;
    engine::absorb_broadcasts(calls, level_to_use(), no_constants, slots);
    return functions_of(calls).back();
  }

  const Value row_ = placeholder(Shape{3}), rows_ = placeholder(Shape{2, 3});
  const Value stretched_ =
      call("internal.broadcast_to", {row_, List{std::int64_t{2}, std::int64_t{3}}});
};

TEST_F(Broadcasting, ElementWiseCallReadsTheRow) {
  EXPECT_EQ(read_by(call("operator.mul", {stretched_, rows_})), (std::vector<Shape>{{3}, {2, 3}}));
}

TEST_F(Broadcasting, ResultKeepsItsShape) {
  EXPECT_EQ(read_by(call("exp", {stretched_})), (std::vector<Shape>{{2, 3}}));
}

TEST_F(Broadcasting, OneOfTwoIsEnough) {
  EXPECT_EQ(read_by(call("operator.mul", {stretched_, stretched_})),
            (std::vector<Shape>{{3}, {2, 3}}));
}

TEST_F(Broadcasting, ConstantOfEqualElementsIsOne) {
  const Value sevens = constant(reference::tensor({2, 3}, {7, 7, 7, 7, 7, 7}));
  EXPECT_EQ(read_by(call("operator.mul", {sevens, rows_})), (std::vector<Shape>{{1, 1}, {2, 3}}));
}

TEST_F(Broadcasting, ConstantOfOtherElementsIsWhole) {
  const Value zeros = constant(reference::tensor({2, 3}, {0, 0, -0.0, 0, 0, 0}));
  EXPECT_EQ(read_by(call("operator.mul", {zeros, rows_})), (std::vector<Shape>{{2, 3}, {2, 3}}));
}

TEST_F(Broadcasting, ConstantOfTwoEqualElementsIsOne) {
  const Value column = constant(reference::tensor({2, 1}, {7, 7}));
  EXPECT_EQ(read_by(call("operator.mul", {column, rows_})), (std::vector<Shape>{{1, 1}, {2, 3}}));
}

TEST_F(Broadcasting, ConstantsOfFewerElementsStay) {
  const Value one = constant(reference::vector({7})), none = constant(Tensor(DType::kFloat32, {0}));
  const Value rows = placeholder(Shape{2, 1});
  const reference::Plan plan =
      plan_of({call("operator.mul", {one, rows}), call("operator.mul", {none, rows})}, {rows});
  auto calls = calls_of(plan, {Tensor(DType::kFloat32, {2, 1})});
  engine::Constants constants(plan.constants.begin(), plan.constants.end());
  std::size_t slots = plan.slot_count;
  engine::absorb_broadcasts(calls, level_to_use(), constants, slots);
  EXPECT_EQ(slots, plan.slot_count);
}

TEST_F(Broadcasting, SeveralConstantsAreEachTheirOwnElement) {
  const Value sevens = constant(reference::vector({7, 7, 7}));
  const Value eights = constant(reference::vector({8, 8, 8}));
  const Value sum = call("operator.add", {call("operator.mul", {sevens, rows_}),
                                          call("operator.mul", {eights, rows_})});
  const reference::Plan plan = plan_of({sum}, {rows_});
  auto calls = calls_of(plan, {Tensor(DType::kFloat32, {2, 3})});
  engine::Constants constants(plan.constants.begin(), plan.constants.end());
  std::size_t slots = plan.slot_count;
  engine::absorb_broadcasts(calls, level_to_use(), constants, slots);
  EXPECT_EQ(slots, plan.slot_count + 2);
  const auto read = [&](std::size_t call) {
    return reference::numbers_of(
        constants.at(static_cast<std::size_t>(calls.at(call).arguments[0].slot)));
  };
  EXPECT_EQ(read(0), (std::vector<double>{7}));
  EXPECT_EQ(read(1), (std::vector<double>{8}));
}

TEST_F(Broadcasting, BiasOfRowsIsAnAddition) {
  const Value biased = call("bias_add", {rows_, row_, std::string("channels_first")});
  EXPECT_EQ(function_of(biased, {row_, rows_}), "operator.add");
}

TEST_F(Broadcasting, BiasOfTheLastAxisIsAnAddition) {
  const Value images = placeholder(Shape{2, 2, 3});
  EXPECT_EQ(
      function_of(call("bias_add", {images, row_, std::string("channels_last")}), {row_, images}),
      "operator.add");
  EXPECT_EQ(function_of(call("bias_add", {images, row_}), {row_, images}), "operator.add");
}

TEST_F(Broadcasting, BiasOfAnotherAxisIsNone) {
  const Value images = placeholder(Shape{2, 3, 3});
  EXPECT_EQ(
      function_of(call("bias_add", {images, row_, std::string("channels_first")}), {row_, images}),
      "bias_add");
}

TEST_F(Broadcasting, BiasOfEachElementIsNone) {
  const Value images = placeholder(Shape{2, 2, 3}), bias = placeholder(Shape{2, 3});
  EXPECT_EQ(
      function_of(call("bias_add", {images, bias, std::string("channels_last")}), {bias, images}),
      "bias_add");
}

TEST_F(Broadcasting, OtherCallsReadTheWhole) {
  EXPECT_EQ(read_by(call("cumsum", {stretched_})), (std::vector<Shape>{{2, 3}}));
}

}  // namespace
}  // namespace kassay::optimized::broadcasting_test
