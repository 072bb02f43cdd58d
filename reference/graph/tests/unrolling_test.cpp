#include "reference/graph/unrolling.h"

#include "reference/graph/tests/graph.h"

namespace kassay::reference::unrolling_test {
namespace {

class Unrolling : public Graph {
 protected:
  // h' = x + h, which is also the output: the outputs are running sums.
  Function adding_step() {
    return lambda([this](const List& arguments) -> std::vector<Value> {
      const Value sum = call("operator.add", {arguments[0], std::get<List>(arguments[1]).at(0)});
      return {sum, List{sum}};
    });
  }
  Function adding() {
    return lambda([this](const List& arguments) -> std::vector<Value> {
      return {call("operator.add", {arguments[0], arguments[1]})};
    });
  }
  Function squaring() {
    return lambda([this](const List& arguments) -> std::vector<Value> {
      return {call("square", {arguments[0]})};
    });
  }
  bool waits(const Value& tensor) { return !is_unrolled({symbol_of(tensor)}); }
};

TEST_F(Unrolling, AKnownNumberOfStepsDoesNotWait) {
  EXPECT_FALSE(waits(call("foldl", {adding(), placeholder(Shape{3, kUnknown})})));
}

TEST_F(Unrolling, AnUnknownNumberOfStepsWaits) {
  EXPECT_TRUE(waits(call("foldl", {adding(), placeholder(Shape{kUnknown, 3})})));
}

TEST_F(Unrolling, WhatFollowsFromAWaitingTensorWaits) {
  EXPECT_TRUE(waits(call("exp", {call("foldl", {adding(), placeholder(Shape{kUnknown})})})));
}

TEST_F(Unrolling, FoldlOverTwoLengths) {
  const Value x = placeholder(Shape{kUnknown});
  const Value folded = call("foldl", {adding(), x});
  EXPECT_EQ(type(folded).shape, Shape{});
  const Function f = function({x}, {folded});
  EXPECT_EQ(output(f, {vector({1, 2, 3})}), (Numbers{6}));
  EXPECT_EQ(output(f, {vector({4, 5})}), (Numbers{9}));
  EXPECT_EQ(output(f, {vector({7, 8, 9})}), (Numbers{24}));
}

TEST_F(Unrolling, AnErrorOfALengthIsThatOfTheCall) {
  const Value x = placeholder(Shape{kUnknown});
  const Function f = function({x}, {call("foldl", {adding(), x})});
  EXPECT_EQ(refusal([&] { run(f, {vector({})}); }), ErrorKind::kValue);
  EXPECT_EQ(output(f, {vector({4, 5})}), (Numbers{9}));
}

TEST_F(Unrolling, MapFnOverTwoLengths) {
  const Value x = placeholder(Shape{kUnknown, 2});
  const Value mapped = call("map_fn", {squaring(), x});
  EXPECT_EQ(type(mapped).shape, (Shape{kUnknown, 2}));
  const Function f = function({x}, {mapped});
  EXPECT_EQ(output(f, {tensor({1, 2}, {1, 2})}), (Numbers{1, 4}));
  EXPECT_EQ(output(f, {tensor({2, 2}, {1, 2, 3, 4})}), (Numbers{1, 4, 9, 16}));
}

TEST_F(Unrolling, RnnOverTwoLengths) {
  const Value x = placeholder(Shape{kUnknown, kUnknown, 1}), h = placeholder(Shape{kUnknown, 1});
  const std::vector<Value> results = session_.apply("rnn", {adding_step(), x, List{h}});
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(type(results[1]).shape, (Shape{kUnknown, kUnknown, 1}));
  const Function f = function({x, h}, {results[0], results[1], std::get<List>(results[2])[0]});
  List arrays = run(f, {tensor({1, 2, 1}, {1, 2}), tensor({1, 1}, {10})});
  EXPECT_EQ(numbers_of(arrays[0]), (Numbers{13}));
  EXPECT_EQ(numbers_of(arrays[1]), (Numbers{11, 13}));
  EXPECT_EQ(numbers_of(arrays[2]), (Numbers{13}));
  arrays = run(f, {tensor({1, 3, 1}, {1, 2, 3}), tensor({1, 1}, {20})});
  EXPECT_EQ(numbers_of(arrays[1]), (Numbers{21, 23, 26}));
}

TEST_F(Unrolling, GradientsGoThroughFoldl) {
  const Value x = placeholder(Shape{kUnknown});
  const Function multiplying = lambda([this](const List& arguments) -> std::vector<Value> {
    return {call("operator.mul", {arguments[0], arguments[1]})};
  });
  const Function f = function({x}, {gradient(call("foldl", {multiplying, x}), x)});
  EXPECT_EQ(output(f, {vector({2, 3, 4})}), (Numbers{12, 8, 6}));
  EXPECT_EQ(output(f, {vector({2, 3})}), (Numbers{3, 2}));
}

TEST_F(Unrolling, GradientsGoThroughMapFn) {
  const Value x = placeholder(Shape{kUnknown});
  const Function f = function({x}, {gradient(call("map_fn", {squaring(), x}), x)});
  EXPECT_EQ(output(f, {vector({1, 2, 3})}), (Numbers{2, 4, 6}));
}

TEST_F(Unrolling, GradientsGoThroughRnnToAVariable) {
  const Value x = placeholder(Shape{kUnknown, kUnknown, 1}), w = variable(vector({2}));
  const Function step = lambda([&](const List& arguments) -> std::vector<Value> {
    const Value input = call("operator.mul", {arguments[0], w});
    const Value sum = call("operator.add", {input, std::get<List>(arguments[1]).at(0)});
    return {sum, List{sum}};
  });
  const Value last = session_.apply("rnn", {step, x, List{constant(tensor({1, 1}, {0}))}}).front();
  const Function f = function({x}, {gradient(last, w)});
  EXPECT_EQ(output(f, {tensor({1, 2, 1}, {1, 2})}), (Numbers{3}));
  EXPECT_EQ(output(f, {tensor({1, 3, 1}, {1, 2, 4})}), (Numbers{7}));
}

TEST_F(Unrolling, SecondOrderGradientsGoThroughUnknownDimensions) {
  const Value x = placeholder(Shape{kUnknown});
  const Value second = gradient(gradient(call("pow", {x, 3.0}), x), x);
  EXPECT_EQ(output(function({x}, {second}), {vector({1, 2})}), (Numbers{6, 12}));
}

TEST_F(Unrolling, AFunctionMaySeeAPlaceholderOfUnknownSize) {
  const Value x = placeholder(Shape{kUnknown}), seen = placeholder(Shape{kUnknown});
  const Function scaling = lambda([&](const List& arguments) -> std::vector<Value> {
    return {call("operator.mul", {arguments[0], call("sum", {seen})})};
  });
  const Function f = function({x, seen}, {call("map_fn", {scaling, x})});
  EXPECT_EQ(output(f, {vector({1, 2}), vector({3, 4, 5})}), (Numbers{12, 24}));
  EXPECT_EQ(output(f, {vector({1, 2, 3}), vector({2})}), (Numbers{2, 4, 6}));
}

TEST_F(Unrolling, AFunctionMaySeeATensorThatWaits) {
  const Value x = placeholder(Shape{kUnknown});
  const Value total = call("foldl", {adding(), x});
  const Function scaling = lambda([&](const List& arguments) -> std::vector<Value> {
    return {call("operator.mul", {arguments[0], total})};
  });
  EXPECT_EQ(output(function({x}, {call("map_fn", {scaling, x})}), {vector({1, 2, 3})}),
            (Numbers{6, 12, 18}));
}

TEST_F(Unrolling, VariablesAndUpdatesSurvive) {
  const Value x = placeholder(Shape{kUnknown}), v = variable(tensor({}, {1}));
  const Value total = call("operator.add", {v, call("foldl", {adding(), x})});
  const Function f = function({x}, {total}, {call("update", {v, total})});
  EXPECT_EQ(output(f, {vector({1, 2})}), (Numbers{4}));
  EXPECT_EQ(output(f, {vector({1, 2, 3})}), (Numbers{10}));
}

TEST_F(Unrolling, AGradientThatTurnsOutToBeNoneIsRefused) {
  const Value x = placeholder(Shape{kUnknown}), v = variable(vector({1}));
  const Value loss = call("square", {call("sum", {x})});
  const Value g = gradient(call("operator.mul", {loss, x}), v);
  if (g.is_none()) return;  // decided at once
  const Function f = function({x}, {g});
  EXPECT_EQ(refusal([&] { run(f, {vector({1, 2})}); }), ErrorKind::kValue);
}

TEST_F(Unrolling, ALengthThatIsFedCountsAsKnown) {
  const Value length = placeholder(Shape{1}, DType::kInt32);
  const Value ones = call("ones", {length});
  const Function f = function({length}, {call("foldl", {adding(), ones})});
  EXPECT_EQ(output(f, {vector({3}, DType::kInt32)}), (Numbers{3}));
  EXPECT_EQ(output(f, {vector({5}, DType::kInt32)}), (Numbers{5}));
}

TEST_F(Unrolling, KeepsTheSettingsOfTheCalls) {
  const Value x = placeholder(Shape{kUnknown, 1, 1, 1});
  const Value y = call("spatial_2d_padding", {x});
  const Function f = function({x}, {y, gradient(call("square", {x}), x)});
  session_.change_settings(
      [](Settings& settings) { settings.image_data_format = "channels_first"; });
  const List arrays = run(f, {Tensor(DType::kFloat32, {1, 1, 1, 1})});
  EXPECT_EQ(std::get<Tensor>(arrays[0]).shape(), (Shape{1, 3, 3, 1}));
}

TEST_F(Unrolling, AFunctionMayReturnWhatWaitsForAPlaceholderThatItSees) {
  const Value x = placeholder(Shape{kUnknown}), seen = placeholder(Shape{kUnknown});
  const Function ignoring = lambda([&](const List&) -> std::vector<Value> {
    return {call("foldl", {adding(), seen})};
  });
  const Function f = function({x, seen}, {call("foldl", {ignoring, x})});
  EXPECT_EQ(output(f, {vector({1, 2}), vector({3, 4, 5})}), (Numbers{12}));
}

TEST_F(Unrolling, WhatAPlaceholderCutsOutHasNoKnownSize) {
  const Value x = placeholder(Shape{3}), start = placeholder(Shape{1}, DType::kInt32);
  const Value part = call("slice", {x, start, List{-1}});
  EXPECT_EQ(symbol_of(part)->type().shape, (Shape{kUnknown}));
  const Function f = function({x, start}, {gradient(call("sum", {part}), x)});
  EXPECT_EQ(output(f, {vector({5, 6, 7}), vector({1}, DType::kInt32)}), (Numbers{0, 1, 1}));
}

TEST_F(Unrolling, ASizeThatAVariableSaysIsThatOfTheCall) {
  const Value size = variable(vector({3}, DType::kInt32));
  const Value total = call("foldl", {adding(), call("ones", {size})});
  const Function f = function({}, {total});
  EXPECT_EQ(now(total), (Numbers{3}));
  EXPECT_EQ(output(f, {}), (Numbers{3}));
  std::dynamic_pointer_cast<const Variable>(symbol_of(size))->assign(vector({5}, DType::kInt32));
  EXPECT_EQ(now(total), (Numbers{5}));
  EXPECT_EQ(output(f, {}), (Numbers{5}));
}

// The part of a vector from the place given by a float.
class SizesFromFloats : public Unrolling {
 protected:
  Value part_from(const Value& place) {
    return call("slice", {x_, call("stack", {List{call("cast", {place, std::string("int32")})}}),
                          List{std::int64_t{-1}}});
  }
  const Value x_ = placeholder(Shape{3});
};

TEST_F(SizesFromFloats, AFedOneDecidesAnewInEachCall) {
  const Value place = placeholder(Shape{});
  const Function f = function({x_, place}, {gradient(call("square", {part_from(place)}), x_)});
  const Tensor x = vector({5, 6, 7});
  EXPECT_EQ(output(f, {x, 1.0}), (Numbers{0, 12, 14}));
  EXPECT_EQ(output(f, {x, 2.0}), (Numbers{0, 0, 14}));
  EXPECT_EQ(output(f, {vector({5, 6, 8}), 1.0}), (Numbers{0, 12, 16}));
}

TEST_F(SizesFromFloats, ThatOfAVariableCountsAtTheCall) {
  const Value place = variable(tensor({}, {1}));
  const Function f = function({x_}, {gradient(call("square", {part_from(place)}), x_)});
  EXPECT_EQ(output(f, {vector({5, 6, 7})}), (Numbers{0, 12, 14}));
  std::dynamic_pointer_cast<const Variable>(symbol_of(place))->assign(tensor({}, {0.5}));
  EXPECT_EQ(output(f, {vector({5, 6, 7})}), (Numbers{10, 12, 14}));
}

TEST_F(SizesFromFloats, ADifferentiatedTensorMayDecideOne) {
  const Function f = function({x_}, {gradient(call("square", {part_from(call("min", {x_}))}), x_)});
  EXPECT_EQ(output(f, {vector({5, 1, 7})}), (Numbers{0, 2, 14}));
  EXPECT_EQ(output(f, {vector({2, 3, 4})}), (Numbers{0, 0, 8}));
}

TEST_F(SizesFromFloats, APlanIsKeptWhileItsValuesStay) {
  const Value place = variable(tensor({}, {1}));
  const Function f = function({x_}, {gradient(call("square", {part_from(place)}), x_)});
  run(f, {vector({5, 6, 7})});
  executor_.calls.clear();
  run(f, {vector({6, 7, 8})});
  EXPECT_EQ(executor_.calls["stack"], 0);  // known in the plan
}

TEST_F(SizesFromFloats, AValueThatIsDrawnDecidesNone) {
  const Value drawn = call("random_uniform", {List{}, 0.0, 2.0});
  const Function f = function({x_}, {gradient(call("square", {part_from(drawn)}), x_)});
  EXPECT_EQ(refusal([&] { run(f, {vector({5, 6, 7})}); }), ErrorKind::kValue);
}

}  // namespace
}  // namespace kassay::reference::unrolling_test
