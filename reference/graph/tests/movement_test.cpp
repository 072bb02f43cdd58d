#include "reference/graph/movement.h"

#include <cmath>

#include "reference/graph/tests/graph.h"

namespace kassay::reference::movement_test {
namespace {

class Movement : public Graph {
 protected:
  // The gradient of sum(moved * weights), which moves each weight back.
  Numbers brought_back(const Value& moved, const Tensor& weights, const Value& x) {
    return now(gradient(call("operator.mul", {moved, constant(weights)}), x));
  }
};

TEST_F(Movement, GatherAddsWhatRepeatedIndicesTook) {
  const Value x = variable(vector({1, 2, 3}));
  const Value indices = constant(vector({2, 0, 2, -1}, DType::kInt32));
  EXPECT_EQ(brought_back(call("gather", {x, indices}), vector({1, 10, 100, 1000}), x),
            (Numbers{10, 0, 1101}));
}

TEST_F(Movement, IndicesHaveNoGradient) {
  const Value x = variable(vector({1, 2})), indices = variable(vector({0}, DType::kInt32));
  EXPECT_TRUE(gradient(call("gather", {x, indices}), indices).is_none());
}

TEST_F(Movement, IndicesMayBeFed) {
  const Value x = variable(vector({1, 2, 3})), indices = placeholder(Shape{2}, DType::kInt32);
  const Function f = function({indices}, {gradient(call("gather", {x, indices}), x)});
  EXPECT_EQ(output(f, {vector({1, 1}, DType::kInt32)}), (Numbers{0, 2, 0}));
  EXPECT_EQ(output(f, {vector({0, 2}, DType::kInt32)}), (Numbers{1, 0, 1}));
}

TEST_F(Movement, ConcatenateOfTheSameTensorTwice) {
  const Value x = variable(vector({1, 2}));
  EXPECT_EQ(brought_back(call("concatenate", {List{x, x}}), vector({1, 10, 100, 1000}), x),
            (Numbers{101, 1010}));
}

TEST_F(Movement, ConcatenateGivesEachTensorItsPart) {
  const Value x = variable(vector({1})), y = variable(vector({2, 3}));
  const Value joined = call("concatenate", {List{x, y}});
  EXPECT_EQ(brought_back(joined, vector({1, 10, 100}), x), (Numbers{1}));
  EXPECT_EQ(brought_back(joined, vector({1, 10, 100}), y), (Numbers{10, 100}));
}

TEST_F(Movement, PaddingHasNoGradient) {
  const Value x = variable(tensor({1, 2, 1}, {1, 2}));
  const Value padded = call("temporal_padding", {x, List{std::int64_t{1}, std::int64_t{2}}});
  EXPECT_EQ(brought_back(padded, tensor({1, 5, 1}, {1, 10, 100, 1000, 10000}), x),
            (Numbers{10, 100}));
}

TEST_F(Movement, WhatIsNotTakenHasZero) {
  const Value x = variable(vector({1, 2, 3}));
  const Value part = call("slice", {x, List{std::int64_t{1}}, List{std::int64_t{1}}});
  EXPECT_EQ(brought_back(part, vector({7}), x), (Numbers{0, 7, 0}));
}

TEST_F(Movement, RepeatingAddsUp) {
  const Value x = variable(vector({1, 2}));
  EXPECT_EQ(brought_back(call("tile", {x, List{std::int64_t{2}}}), vector({1, 10, 100, 1000}), x),
            (Numbers{101, 1010}));
}

TEST_F(Movement, NaNIsBroughtBackToItsPlaceAlone) {
  const Value x = variable(vector({1, 2}));
  const Numbers g = brought_back(call("reverse", {x, std::int64_t{0}}), vector({NAN, 1}), x);
  EXPECT_EQ(g[0], 1);
  EXPECT_TRUE(std::isnan(g[1]));
}

TEST_F(Movement, SecondOrderOfGather) {
  const Value x = variable(vector({1, 2}));
  const Value taken = call("gather", {x, constant(vector({1, 1, 0}, DType::kInt32))});
  // 2 x1^3 + x0^3
  const Value first = gradient(call("pow", {taken, 3.0}), x);
  EXPECT_EQ(now(first), (Numbers{3, 24}));
  EXPECT_EQ(now(gradient(first, x)), (Numbers{6, 24}));
}

TEST_F(Movement, SecondOrderOfConcatenateOfTheSameTensorTwice) {
  const Value x = variable(vector({1, 2}));
  const Value first = gradient(call("pow", {call("concatenate", {List{x, x}}), 3.0}), x);
  EXPECT_EQ(now(first), (Numbers{6, 24}));
  EXPECT_EQ(now(gradient(first, x)), (Numbers{12, 24}));
}

TEST_F(Movement, TheNamesOfOtherOperationsAreNotItsOwn) {
  EXPECT_EQ(find_movement_signature("gather"), nullptr);
  EXPECT_EQ(find_movement_kernel("internal.select"), nullptr);
  EXPECT_EQ(find_movement_signature("move_back.gather")->parameters.size(), 4U);
}

}  // namespace
}  // namespace kassay::reference::movement_test
