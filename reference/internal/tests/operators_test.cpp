
#include <cmath>

#include "reference/graph/tests/graph.h"

namespace kassay::reference::operators_test {
namespace {

using Operators = Graph;

TEST_F(Operators, KeepTheDType) {
  for (const DType dtype : {DType::kFloat16, DType::kFloat64, DType::kInt32}) {
    const Value x = variable(vector({1, 2}, dtype));
    for (const char* name : {"operator.add", "operator.sub", "operator.mul"}) {
      EXPECT_EQ(type(call(name, {x, x})).dtype, dtype) << name;
    }
    EXPECT_EQ(type(call("operator.neg", {x})).dtype, dtype);
  }
}

TEST_F(Operators, TakeANumberOnTheRight) {
  const Value x = variable(vector({3}));
  EXPECT_EQ(now(call("operator.sub", {x, std::int64_t{1}})), (Numbers{2}));
  EXPECT_EQ(now(call("operator.truediv", {x, 2.0})), (Numbers{1.5}));
}

TEST_F(Operators, TakeANumberOnTheLeft) {
  const Value x = variable(vector({4}, DType::kFloat64));
  const Value y = call("operator.sub", {1.0, x});
  EXPECT_EQ(type(y).dtype, DType::kFloat64);
  EXPECT_EQ(now(y), (Numbers{-3}));
  EXPECT_EQ(now(call("operator.truediv", {2.0, x})), (Numbers{0.5}));
}

TEST_F(Operators, HaveGradientsBesideANumber) {
  const Value x = variable(vector({4}));
  EXPECT_EQ(now(gradient(call("operator.sub", {1.0, x}), x)), (Numbers{-1}));
  EXPECT_EQ(now(gradient(call("operator.truediv", {8.0, x}), x)), (Numbers{-0.5}));
  EXPECT_EQ(now(gradient(call("operator.mul", {3.0, x}), x)), (Numbers{3}));
}

TEST_F(Operators, RefuseTwoNumbers) {
  EXPECT_EQ(refusal([&] { call("operator.add", {1.0, 2.0}); }), ErrorKind::kType);
}

TEST_F(Operators, RefuseTwoDTypes) {
  const Value x = variable(vector({1})), y = variable(vector({1}, DType::kFloat64));
  EXPECT_EQ(refusal([&] { call("operator.mul", {x, y}); }), ErrorKind::kType);
}

TEST_F(Operators, RefuseShapesThatDoNotBroadcast) {
  const Value x = variable(vector({1, 2})), y = variable(vector({1, 2, 3}));
  EXPECT_EQ(refusal([&] { call("operator.add", {x, y}); }), ErrorKind::kValue);
}

TEST_F(Operators, RefuseToDivideIntegers) {
  const Value x = variable(vector({4}, DType::kInt32));
  EXPECT_EQ(refusal([&] { call("operator.truediv", {x, x}); }), ErrorKind::kType);
  EXPECT_EQ(refusal([&] { call("operator.truediv", {x, 2.0}); }), ErrorKind::kType);
}

TEST_F(Operators, DivideByZeroAsIeeeSays) {
  const Numbers quotient =
      now(call("operator.truediv", {variable(vector({1, -1, 0})), constant(vector({0, 0, 0}))}));
  EXPECT_EQ(quotient[0], INFINITY);
  EXPECT_EQ(quotient[1], -INFINITY);
  EXPECT_TRUE(std::isnan(quotient[2]));
}

TEST_F(Operators, RoundOnce) {
  // 1 + 2^-11 + 2^-13 lies just above the middle of two float16 numbers.
  const Value x = variable(vector({1}, DType::kFloat16));
  EXPECT_EQ(now(call("operator.add", {x, 0x1p-11 + 0x1p-13})), (Numbers{1 + 0x1p-10}));
}

TEST_F(Operators, SelectIgnoresWhatIsNotChosen) {
  const Value condition = constant(vector({1, 0}, DType::kBool));
  const Value x = variable(vector({2, NAN}));
  const Value y = call("internal.select", {condition, x, constant(vector({5, 6}))});
  EXPECT_EQ(now(y), (Numbers{2, 6}));
  EXPECT_EQ(now(gradient(y, x)), (Numbers{1, 0}));
}

TEST_F(Operators, SelectBroadcastsItsCondition) {
  const Value condition = variable(tensor({2, 1}, {1, 0}, DType::kBool));
  const Value x = variable(tensor({2, 2}, {1, 2, 3, 4})), zero = constant(tensor({}, {0}));
  const Value y = call("internal.select", {condition, x, zero});
  EXPECT_EQ(now(y), (Numbers{1, 2, 0, 0}));
  EXPECT_EQ(now(gradient(y, x)), (Numbers{1, 1, 0, 0}));
}

TEST_F(Operators, SumToUndoesBroadcastTo) {
  const Value x = variable(tensor({2, 1}, {1, 2}));
  const List wide{std::int64_t{3}, std::int64_t{2}, std::int64_t{2}};
  const Value stretched = call("internal.broadcast_to", {x, wide});
  EXPECT_EQ(type(stretched).shape, (Shape{3, 2, 2}));
  const Value summed = call("internal.sum_to", {stretched, List{std::int64_t{2}, std::int64_t{1}}});
  EXPECT_EQ(now(summed), (Numbers{6, 12}));
  EXPECT_EQ(now(gradient(summed, x)), (Numbers{6, 6}));
}

}  // namespace
}  // namespace kassay::reference::operators_test
