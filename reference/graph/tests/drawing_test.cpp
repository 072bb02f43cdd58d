// Random operations in graphs: when they draw, and when numbers repeat.
#include "reference/graph/tests/graph.h"

namespace kassay::reference::drawing_test {
namespace {

constexpr std::int64_t kCount = 64;

class Drawing : public Graph {
 protected:
  Value drawn(Value seed = None{}) {
    return call("random_uniform", {List{kCount}, 0.0, 1.0, None{}, std::move(seed)});
  }
  Value ones() { return variable(vector(Numbers(kCount, 1.0))); }
};

TEST_F(Drawing, ATensorEvaluatedTwiceDiffers) {
  const Value x = drawn();
  EXPECT_NE(now(x), now(x));
}

TEST_F(Drawing, WithinOneEvaluationATensorIsTheSame) {
  const Value x = drawn();
  const Value difference = call("operator.sub", {x, call("identity", {x})});
  EXPECT_EQ(now(difference), Numbers(kCount, 0.0));
  const List arrays = run(function({}, {x, x, call("operator.mul", {x, 1.0})}), {});
  EXPECT_EQ(numbers_of(arrays[0]), numbers_of(arrays[1]));
  EXPECT_EQ(numbers_of(arrays[0]), numbers_of(arrays[2]));
}

TEST_F(Drawing, TwoCallsAreIndependent) {
  const List arrays = run(function({}, {drawn(), drawn()}), {});
  EXPECT_NE(numbers_of(arrays[0]), numbers_of(arrays[1]));
}

TEST_F(Drawing, AFunctionDrawsAtEachCall) {
  const Function f = function({}, {drawn()});
  EXPECT_NE(output(f, {}), output(f, {}));
}

TEST_F(Drawing, ASeedRepeats) {
  const std::int64_t seed = 42;
  EXPECT_EQ(now(drawn(seed)), now(drawn(seed)));
}

TEST_F(Drawing, ASeedRepeatsTheSequenceToo) {
  const Value x = drawn(std::int64_t{42}), y = drawn(std::int64_t{42});
  const Numbers first = now(x), second = now(x);
  EXPECT_NE(first, second);
  EXPECT_EQ(now(y), first);
  EXPECT_EQ(now(y), second);
}

TEST_F(Drawing, AnotherSeedDiffers) {
  EXPECT_NE(now(drawn(std::int64_t{1})), now(drawn(std::int64_t{2})));
}

TEST_F(Drawing, AnotherSessionRepeatsWithoutASeed) {
  const Numbers here = now(drawn());
  Session other(Edition::kKo, executor_);
  const Value x = other.apply("random_uniform", {List{kCount}, 0.0, 1.0, None{}, None{}}).front();
  EXPECT_EQ(numbers_of(other.evaluate({symbol_of(x)})[0]), here);
}

TEST_F(Drawing, TheGradientOfDropoutHasTheMask) {
  const Value x = ones();
  const Value dropped = call("dropout", {x, 0.5});
  const List arrays = run(function({}, {dropped, gradient(dropped, x)}), {});
  EXPECT_EQ(numbers_of(arrays[0]), numbers_of(arrays[1]));
  for (const double factor : numbers_of(arrays[1])) EXPECT_TRUE(factor == 0 || factor == 2);
}

TEST_F(Drawing, TheGradientOfDropoutOverUnknownDimensionsHasTheMask) {
  const Value x = placeholder(Shape{kUnknown});
  const Value dropped = call("dropout", {x, 0.5});
  const Function f = function({x}, {dropped, gradient(dropped, x)});
  const List arrays = run(f, {vector(Numbers(kCount, 1.0))});
  EXPECT_EQ(numbers_of(arrays[0]), numbers_of(arrays[1]));
}

TEST_F(Drawing, ARandomVariableIsDrawnOnce) {
  const Value v = call("random_normal_variable", {List{kCount}, 0.0, 1.0});
  EXPECT_EQ(now(v), now(v));
}

TEST_F(Drawing, ASeedDrawsAnewForAnotherShape) {
  const Value x = placeholder(Shape{kUnknown});
  const Value noise =
      call("random_uniform", {call("shape", {x}), 0.0, 1.0, None{}, std::int64_t{7}});
  const Function f = function({x}, {noise, gradient(call("operator.mul", {x, noise}), x)});
  const Numbers first = numbers_of(run(f, {vector(Numbers(kCount, 1.0))})[0]);
  Numbers second = numbers_of(run(f, {vector(Numbers(kCount + 1, 1.0))})[0]);
  second.pop_back();
  EXPECT_NE(first, second);
}

}  // namespace
}  // namespace kassay::reference::drawing_test
