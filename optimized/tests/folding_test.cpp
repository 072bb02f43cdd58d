// Results that are computed when a program is compiled.
#include "optimized/engine/folding.h"

#include <gmock/gmock.h>

#include "optimized/tests/plans.h"

namespace kassay::optimized::folding_test {
namespace {

using reference::tensor;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class Folding : public reference::Graph {
 protected:
  struct Compiled {
    std::vector<engine::Call> calls;
    engine::Constants constants;
  };
  Compiled compiled(const Value& output) { return compiled(output, x_, {2, 3}); }
  static Compiled compiled(const Value& output, const Value& x) {
    return compiled(output, x, *type(x).shape);
  }
  static Compiled compiled(const Value& output, const Value& x, const Shape& shape) {
    Compiled compiled;
    const reference::Plan plan = plan_of({output}, {x});
    const std::vector<reference::StaticType> feeds{{DType::kFloat32, shape, false}};
    compiled.calls = engine::calls_of(plan, feeds, level_to_use(), &compiled.constants);
    return compiled;
  }

  const Value x_ = placeholder(Shape{-1, 3});
};

TEST_F(Folding, TakesTheShapeOfAFeed) {
  const Compiled result = compiled(call("shape", {x_}));
  EXPECT_THAT(result.calls, IsEmpty());
  EXPECT_THAT(reference::numbers_of(result.constants.begin()->second), ElementsAre(2, 3));
}

TEST_F(Folding, TakesZerosLikeAFeed) {
  const Compiled result = compiled(call("zeros_like", {x_}));
  EXPECT_THAT(reference::numbers_of(result.constants.begin()->second),
              ElementsAre(0, 0, 0, 0, 0, 0));
}

TEST_F(Folding, TakesOnesLikeAFeed) {
  const Compiled result = compiled(call("ones_like", {x_}));
  EXPECT_THAT(reference::numbers_of(result.constants.begin()->second),
              ElementsAre(1, 1, 1, 1, 1, 1));
}

TEST_F(Folding, ContinuesWithDependentCalls) {
  const Value ones = call("ones_like", {x_});
  const Compiled result = compiled(call("sum", {call("operator.mul", {ones, 2.0})}));
  EXPECT_THAT(result.calls, IsEmpty());
  EXPECT_THAT(reference::numbers_of(result.constants.rbegin()->second), ElementsAre(12));
}

TEST_F(Folding, TakesSeveralArrays) {
  const Value numbers = constant(reference::vector({1, 2, 3}));
  const Compiled result = compiled(call("operator.mul", {call("ones_like", {x_}), numbers}));
  EXPECT_THAT(result.calls, IsEmpty());
  EXPECT_THAT(reference::numbers_of(result.constants.rbegin()->second),
              ElementsAre(1, 2, 3, 1, 2, 3));
}

TEST_F(Folding, KnowsASizeThatFollowsFromElements) {
  const Compiled result =
      compiled(call("slice", {x_, List{std::int64_t{0}, std::int64_t{0}}, call("shape", {x_})}));
  ASSERT_THAT(result.calls, SizeIs(1));
  ASSERT_THAT(result.calls[0].types, SizeIs(1));
  EXPECT_EQ(result.calls[0].types[0].shape, (Shape{2, 3}));
}

TEST_F(Folding, LeavesCallsThatReadElements) {
  EXPECT_THAT(compiled(call("operator.mul", {x_, call("ones_like", {x_})})).calls, SizeIs(1));
}

TEST_F(Folding, LeavesRefusedCalls) {  // for the run, which tells it
  const Value other = constant(Tensor(DType::kFloat32, {4, 3}));
  EXPECT_THAT(compiled(call("operator.add", {call("ones_like", {x_}), other})).calls, SizeIs(1));
}

TEST_F(Folding, LeavesRandomNumbers) {
  EXPECT_THAT(compiled(call("dropout", {call("ones_like", {x_}), 0.5})).calls,
              testing::Not(IsEmpty()));
}

TEST_F(Folding, LeavesCallsThatPrint) {
  const Value printed = call("print_tensor", {call("ones_like", {x_}), std::string("ones: ")});
  EXPECT_THAT(compiled(printed).calls, SizeIs(1));
}

TEST_F(Folding, TakesAMebibyte) {
  const Value x = placeholder(Shape{512, 512});
  EXPECT_THAT(compiled(call("zeros_like", {x}), x).calls, IsEmpty());
}

TEST_F(Folding, LeavesMoreThanAMebibyte) {
  const Value x = placeholder(Shape{512, 513});
  EXPECT_THAT(compiled(call("zeros_like", {x}), x).calls, SizeIs(1));
}

TEST_F(Folding, LeavesOtherCallsOfOneArray) {
  EXPECT_THAT(compiled(call("exp", {x_})).calls, SizeIs(1));
}

TEST_F(Folding, LeavesLargeResults) {
  const Value large =
      call("tile", {call("ones_like", {x_}), List{std::int64_t{1000}, std::int64_t{1000}}});
  EXPECT_THAT(compiled(large).calls, SizeIs(1));
}

}  // namespace
}  // namespace kassay::optimized::folding_test
