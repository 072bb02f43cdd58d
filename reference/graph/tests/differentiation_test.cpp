#include "reference/graph/differentiation.h"

#include <cmath>

#include "reference/graph/tests/graph.h"

namespace kassay::reference::differentiation_test {
namespace {

using Differentiation = Graph;

TEST_F(Differentiation, SumsOverThePaths) {
  const Value x = variable(vector({3}));
  // x^2 + 5 x
  const Value y = call("operator.add", {call("square", {x}), call("operator.mul", {x, 5.0})});
  EXPECT_EQ(now(gradient(y, x)), (Numbers{11}));
}

TEST_F(Differentiation, ATensorOnBothSidesCountsTwice) {
  const Value x = variable(vector({3}));
  EXPECT_EQ(now(gradient(call("operator.mul", {x, x}), x)), (Numbers{6}));
  EXPECT_EQ(now(gradient(call("operator.sub", {x, x}), x)), (Numbers{0}));
}

TEST_F(Differentiation, OfATensorByItselfIsOne) {
  const Value x = variable(tensor({}, {3}));
  EXPECT_EQ(now(gradients(x, {x})[0]), (Numbers{1}));
}

TEST_F(Differentiation, ATargetThatDependsOnAnother) {
  const Value x = variable(vector({2}));
  const Value y = call("square", {x});
  const Value loss = call("sum", {call("exp", {y})});
  const List both = gradients(loss, {y, x});
  EXPECT_NEAR(now(both[0])[0], std::exp(4.0), 1e-5);
  EXPECT_NEAR(now(both[1])[0], 4 * std::exp(4.0), 1e-4);
}

TEST_F(Differentiation, ATargetThatNothingDependsOnHasNone) {
  const Value x = variable(vector({2})), other = variable(vector({2}));
  const List both = gradients(call("sum", {x}), {other, x});
  EXPECT_TRUE(both[0].is_none());
  EXPECT_EQ(now(both[1]), (Numbers{1}));
}

TEST_F(Differentiation, ATargetAfterTheLossHasNone) {
  const Value x = variable(tensor({}, {2}));
  EXPECT_TRUE(gradients(x, {call("square", {x})})[0].is_none());
}

TEST_F(Differentiation, ARepeatedTargetHasItsGradientTwice) {
  const Value x = variable(vector({2}));
  const List both = gradients(call("sum", {call("square", {x})}), {x, x});
  EXPECT_EQ(now(both[0]), (Numbers{4}));
  EXPECT_EQ(now(both[1]), (Numbers{4}));
}

TEST_F(Differentiation, NothingGoesThroughIntegers) {
  const Value x = variable(vector({2}));
  const Value y = call("cast", {call("cast", {x, std::string("int32")}), std::string("float32")});
  EXPECT_TRUE(gradient(y, x).is_none());
}

TEST_F(Differentiation, NothingGoesThroughStopGradient) {
  const Value x = variable(vector({3}));
  const Value y = call("operator.mul", {x, call("stop_gradient", {x})});
  EXPECT_EQ(now(gradient(y, x)), (Numbers{3}));
}

TEST_F(Differentiation, WhatIsStoppedHidesADerivativeThatIsInfinite) {
  const Value x = variable(vector({0, 4}));
  const Value y = call("stop_gradient", {call("sqrt", {x})});
  EXPECT_EQ(now(gradient(y, x)), (Numbers{0, 0}));
}

TEST_F(Differentiation, OfALossOfIntegersIsRefused) {
  const Value x = variable(tensor({}, {2}, DType::kInt32));
  EXPECT_EQ(refusal([&] { gradients(x, {x}); }), ErrorKind::kType);
}

TEST_F(Differentiation, SumsWhatBroadcastingStretched) {
  const Value row = variable(vector({1, 2, 3})), column = variable(tensor({2, 1}, {4, 5}));
  const Value y = call("operator.mul", {row, column});
  EXPECT_EQ(now(gradient(y, row)), (Numbers{9, 9, 9}));
  EXPECT_EQ(now(gradient(y, column)), (Numbers{6, 6}));
}

TEST_F(Differentiation, SumsIntoAScalar) {
  const Value x = variable(tensor({2, 2}, {1, 2, 3, 4})), scale = variable(tensor({}, {2}));
  EXPECT_EQ(now(gradient(call("operator.mul", {x, scale}), scale)), (Numbers{10}));
}

TEST_F(Differentiation, ACompositeFunctionOfTheSameTensorTwice) {
  // dot of vectors is composed of other functions: x . x
  const Value x = variable(vector({1, 2}));
  EXPECT_EQ(now(gradient(call("dot", {x, x}), x)), (Numbers{2, 4}));
}

TEST_F(Differentiation, ACompositeFunctionOfATensorAndWhatFollowsFromIt) {
  // x . 3x: the second argument depends on the first outside the function
  const Value x = variable(vector({1, 2}));
  const Value y = call("dot", {x, call("operator.mul", {x, 3.0})});
  EXPECT_EQ(now(gradient(y, x)), (Numbers{6, 12}));
}

TEST_F(Differentiation, OfOneOfSeveralResults) {
  const Value x = variable(tensor({2, 1}, {1, 3}));
  const std::vector<Value> results = session_.apply(
      "normalize_batch_in_training",
      {x, constant(vector({1})), constant(vector({0})), List{std::int64_t{0}}, 1e-3});
  EXPECT_EQ(now(gradient(results[1], x)), (Numbers{0.5, 0.5}));   // of the mean
  EXPECT_EQ(now(gradient(results[2], x)), (Numbers{-1.0, 1.0}));  // of the variance
}

TEST_F(Differentiation, SecondOrderOfExp) {
  const Value x = variable(vector({0.5}));
  const Value second = gradient(gradient(call("exp", {call("square", {x})}), x), x);
  EXPECT_NEAR(now(second)[0], (2 + 4 * 0.25) * std::exp(0.25), 1e-5);
}

TEST_F(Differentiation, SecondAndThirdOrderOfPow) {
  const Value x = variable(vector({2}));
  const Value second = gradient(gradient(call("pow", {x, 3.0}), x), x);
  EXPECT_EQ(now(second), (Numbers{12}));
  EXPECT_EQ(now(gradient(second, x)), (Numbers{6}));
}

TEST_F(Differentiation, SecondOrderOfAPowerOfOneIsZero) {
  const Value x = variable(vector({0}));
  EXPECT_EQ(now(gradient(gradient(call("pow", {x, 2.0}), x), x)), (Numbers{2}));
  EXPECT_EQ(now(gradient(gradient(call("pow", {x, 1.0}), x), x)), (Numbers{0}));
}

TEST_F(Differentiation, SecondOrderOfDot) {
  const Value x = variable(tensor({1, 2}, {1, 2})), w = variable(tensor({2, 1}, {3, 4}));
  const Value first = gradient(call("square", {call("dot", {x, w})}), x);  // 2 (x w) w^T
  EXPECT_EQ(now(first), (Numbers{66, 88}));
  // The gradient of its sum by w: 2 sum(w) x + 2 (x w)
  EXPECT_EQ(now(gradient(first, w)), (Numbers{36, 50}));
}

TEST_F(Differentiation, OfAProductWithOneZero) {
  const Value x = variable(vector({2, 0, 5}));
  EXPECT_EQ(now(gradient(call("prod", {x}), x)), (Numbers{0, 10, 0}));
}

TEST_F(Differentiation, OfAProductWithTwoZeros) {
  const Value x = variable(vector({0, 0, 5}));
  EXPECT_EQ(now(gradient(call("prod", {x}), x)), (Numbers{0, 0, 0}));
}

TEST_F(Differentiation, SecondOrderOfAProductWithTwoZeros) {
  const Value x = variable(vector({0, 0, 5}));
  const Value first = gradient(call("prod", {x}), x);
  // The sum of the gradient is x1 x2 + x0 x2 + x0 x1.
  EXPECT_EQ(now(gradient(first, x)), (Numbers{5, 5, 0}));
}

TEST_F(Differentiation, OfAPlaceholderIsAGraph) {
  const Value x = placeholder(Shape{2});
  const Function f = function({x}, {gradient(call("square", {x}), x)});
  EXPECT_EQ(output(f, {vector({1, 2})}), (Numbers{2, 4}));
  EXPECT_EQ(output(f, {vector({3, 4})}), (Numbers{6, 8}));
}

TEST_F(Differentiation, HasTheDTypeAndShapeOfTheTarget) {
  const Value x = placeholder(Shape{2, 1}, DType::kFloat16),
              y = placeholder(Shape{3}, DType::kFloat16);
  const Value g = gradient(call("operator.mul", {x, y}), x);
  EXPECT_EQ(type(g).dtype, DType::kFloat16);
  EXPECT_EQ(type(g).shape, (Shape{2, 1}));
}

TEST_F(Differentiation, AnEmptyTensorHasAnEmptyGradient) {
  const Value x = variable(tensor({0, 2}, {}));
  EXPECT_EQ(type(gradient(call("square", {x}), x)).shape, (Shape{0, 2}));
}

TEST_F(Differentiation, HasTheSettingsOfTheCall) {
  const Value x = variable(tensor({1, 1, 2, 1}, {1, 2}));
  const Value y = call("spatial_2d_padding", {x});
  session_.change_settings(
      [](Settings& settings) { settings.image_data_format = "channels_first"; });
  const Value weights = constant(tensor({1, 3, 4, 1}, {0, 0, 0, 0, 0, 10, 100, 0, 0, 0, 0, 0}));
  EXPECT_EQ(now(gradient(call("operator.mul", {y, weights}), x)), (Numbers{10, 100}));
}

}  // namespace
}  // namespace kassay::reference::differentiation_test
