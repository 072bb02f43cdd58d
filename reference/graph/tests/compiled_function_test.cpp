#include "reference/graph/compiled_function.h"

#include "reference/graph/tests/graph.h"

namespace kassay::reference::compiled_function_test {
namespace {

class CompiledFunctionTest : public Graph {
 protected:
  Value update(const Value& v, const Value& value) { return call("update", {v, value}); }
};

TEST_F(CompiledFunctionTest, RoundsFeedsToTheDTypeOfThePlaceholder) {
  const Value x = placeholder(Shape{2}, DType::kInt32);
  const List arrays = run(function({x}, {x}), {vector({2.75, -1.5}, DType::kFloat64)});
  EXPECT_EQ(std::get<Tensor>(arrays[0]).dtype(), DType::kInt32);
  EXPECT_EQ(numbers_of(arrays[0]), (Numbers{2, -1}));
}

TEST_F(CompiledFunctionTest, TakesNestedListsAndNumbers) {
  const Value x = placeholder(Shape{2, 1}), y = placeholder(Shape{});
  const Function f = function({x, y}, {call("operator.mul", {x, y})});
  EXPECT_EQ(output(f, {List{List{1.5}, List{std::int64_t{2}}}, std::int64_t{2}}), (Numbers{3, 4}));
}

TEST_F(CompiledFunctionTest, RefusesAnotherShape) {
  const Value x = placeholder(Shape{kUnknown, 2});
  const Function f = function({x}, {x});
  EXPECT_EQ(refusal([&] { run(f, {tensor({1, 3}, {1, 2, 3})}); }), ErrorKind::kValue);
}

TEST_F(CompiledFunctionTest, RefusesAnotherRank) {
  const Value x = placeholder(Shape{kUnknown, kUnknown});
  const Function f = function({x}, {x});
  EXPECT_EQ(refusal([&] { run(f, {vector({1, 2})}); }), ErrorKind::kValue);
}

TEST_F(CompiledFunctionTest, AnyRankFitsAnUnknownOne) {
  const Value x = placeholder(std::nullopt);
  const Function f = function({x}, {call("square", {x})});
  EXPECT_EQ(output(f, {3.0}), (Numbers{9}));
  EXPECT_EQ(output(f, {tensor({1, 2}, {1, 2})}), (Numbers{1, 4}));
}

TEST_F(CompiledFunctionTest, NoneFeedsNothing) {
  const Value x = placeholder(Shape{1}), y = placeholder(Shape{1});
  const Function f = function({x, y}, {call("square", {x})});
  EXPECT_EQ(output(f, {vector({2}), None{}}), (Numbers{4}));
  EXPECT_EQ(refusal([&] { run(f, {None{}, vector({2})}); }), ErrorKind::kValue);
}

TEST_F(CompiledFunctionTest, RefusesAnotherNumberOfArrays) {
  const Value x = placeholder(Shape{1});
  const Function f = function({x}, {x});
  EXPECT_EQ(refusal([&] { run(f, {}); }), ErrorKind::kValue);
  EXPECT_EQ(refusal([&] { run(f, {vector({1}), vector({2})}); }), ErrorKind::kValue);
}

TEST_F(CompiledFunctionTest, TakesOneListAndNothingElse) {
  const Value x = placeholder(Shape{1});
  const Function f = function({x}, {x});
  EXPECT_EQ(refusal([&] { f->call({{vector({1})}, {}}); }), ErrorKind::kType);
  EXPECT_EQ(refusal([&] { f->call({}); }), ErrorKind::kType);
  EXPECT_EQ(refusal([&] { f->call({{List{vector({1})}}, {{"x", None{}}}}); }), ErrorKind::kType);
}

TEST_F(CompiledFunctionTest, RefusesAStringInsteadOfAnArray) {
  const Value x = placeholder(Shape{1});
  const Function f = function({x}, {x});
  EXPECT_EQ(refusal([&] { run(f, {std::string("1")}); }), ErrorKind::kType);
}

TEST_F(CompiledFunctionTest, RefusesAnInputThatIsNoPlaceholder) {
  const Value v = variable(vector({1}));
  EXPECT_EQ(refusal([&] { function({v}, {v}); }), ErrorKind::kType);
}

TEST_F(CompiledFunctionTest, AComputedInputIsNotComputed) {
  const Value x = placeholder(Shape{1});
  const Value y = call("square", {x});
  const Function f = function({y, x}, {call("square", {y})});
  EXPECT_EQ(output(f, {vector({3}), None{}}), (Numbers{9}));
}

TEST_F(CompiledFunctionTest, RefusesAnOutputOfNone) {
  EXPECT_EQ(refusal([&] { function({}, {None{}}); }), ErrorKind::kType);
}

TEST_F(CompiledFunctionTest, AnInputNamedTwiceHasItsFirstArray) {
  const Value x = placeholder(Shape{1});
  EXPECT_EQ(output(function({x, x}, {x}), {vector({1}), vector({2})}), (Numbers{1}));
}

TEST_F(CompiledFunctionTest, AnArrayIsAnOutputAsItIs) {
  EXPECT_EQ(output(function({}, {vector({1, 2})}), {}), (Numbers{1, 2}));
}

TEST_F(CompiledFunctionTest, OutputsAreThoseBeforeTheUpdates) {
  const Value v = variable(vector({1}));
  const Function f = function({}, {v}, {update(v, call("operator.add", {v, 1.0}))});
  EXPECT_EQ(output(f, {}), (Numbers{1}));
  EXPECT_EQ(output(f, {}), (Numbers{2}));
  EXPECT_EQ(now(v), (Numbers{3}));
}

TEST_F(CompiledFunctionTest, UpdatesAreSimultaneous) {
  const Value a = variable(vector({1})), b = variable(vector({2}));
  run(function({}, {}, {update(a, b), update(b, a)}), {});
  EXPECT_EQ(now(a), (Numbers{2}));
  EXPECT_EQ(now(b), (Numbers{1}));
}

TEST_F(CompiledFunctionTest, OfTwoUpdatesOfAVariableTheLastCounts) {
  const Value v = variable(vector({1}));
  run(function({}, {}, {update(v, constant(vector({5}))), update(v, constant(vector({6})))}), {});
  EXPECT_EQ(now(v), (Numbers{6}));
}

TEST_F(CompiledFunctionTest, AnUpdateMayBeAPairWithANumber) {
  const Value v = variable(tensor({}, {1}));
  EXPECT_TRUE(run(function({}, {}, {List{v, 4.0}}), {}).empty());
  EXPECT_EQ(now(v), (Numbers{4}));
}

TEST_F(CompiledFunctionTest, ACallThatFailsUpdatesNothing) {
  const Value v = variable(vector({1})), x = placeholder(Shape{kUnknown});
  const Value w = variable(vector({1}));
  const Function f = function(
      {x}, {}, {update(w, constant(vector({2}))), update(v, call("operator.add", {v, x}))});
  EXPECT_EQ(refusal([&] { run(f, {vector({1, 2})}); }), ErrorKind::kValue);
  EXPECT_EQ(now(v), (Numbers{1}));
}

TEST_F(CompiledFunctionTest, ServesTwoShapesWithOnePlan) {
  const Value x = placeholder(Shape{kUnknown});
  const Function f = function({x}, {call("sum", {x})});
  EXPECT_EQ(output(f, {vector({1, 2})}), (Numbers{3}));
  EXPECT_EQ(output(f, {vector({1, 2, 3})}), (Numbers{6}));
  EXPECT_EQ(output(f, {vector({})}), (Numbers{0}));
}

TEST_F(CompiledFunctionTest, ServesTwoShapesWhereAGradientWaitsForThem) {
  const Value x = placeholder(Shape{kUnknown});
  const Function f = function({x}, {gradient(call("square", {call("mean", {x})}), x)});
  EXPECT_EQ(output(f, {vector({1, 3})}), (Numbers{2, 2}));
  EXPECT_EQ(output(f, {vector({1, 2, 3, 2})}), (Numbers{1, 1, 1, 1}));
  EXPECT_EQ(output(f, {vector({3, 1})}), (Numbers{2, 2}));
}

TEST_F(CompiledFunctionTest, AGradientMayWaitForAVariable) {
  const Value x = placeholder(Shape{kUnknown}), start = variable(vector({1}, DType::kInt32));
  const Value part = call("slice", {x, start, List{-1}});
  const Function f = function({x}, {gradient(call("sum", {call("square", {part})}), x)});
  EXPECT_EQ(output(f, {vector({1, 2, 3})}), (Numbers{0, 4, 6}));
  std::dynamic_pointer_cast<const Variable>(symbol_of(start))->assign(vector({2}, DType::kInt32));
  EXPECT_EQ(output(f, {vector({1, 2, 3})}), (Numbers{0, 0, 6}));
}

TEST_F(CompiledFunctionTest, WhatIsReturnedStaysAsItWas) {
  const Value v = variable(vector({1}));
  const Function f = function({}, {v}, {update(v, call("operator.add", {v, 1.0}))});
  const List first = run(f, {});
  run(f, {});
  EXPECT_EQ(numbers_of(first[0]), (Numbers{1}));
}

TEST_F(CompiledFunctionTest, ATensorIsNotFed) {
  const Value x = placeholder(Shape{1});
  const Function f = function({x}, {x});
  EXPECT_EQ(refusal([&] { run(f, {x}); }), ErrorKind::kType);
  EXPECT_EQ(refusal([&] { run(f, {List{x}}); }), ErrorKind::kType);
}

TEST_F(CompiledFunctionTest, AScalarOfMinusOneIsFed) {
  const Value x = placeholder(Shape{kUnknown}), phase = session_.learning_phase();
  const Value y = gradient(call("square", {x}), x);
  const Function f = function({x, phase}, {call("in_train_phase", {y, x})});
  EXPECT_EQ(output(f, {vector({3}), None{}}), (Numbers{3}));
  EXPECT_EQ(output(f, {vector({3}), std::int64_t{-1}}), (Numbers{6}));
}

}  // namespace
}  // namespace kassay::reference::compiled_function_test
