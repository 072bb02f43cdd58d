// Which calls are left out, and which stay.
#include "optimized/engine/identities.h"

#include <gtest/gtest.h>

#include "optimized/tests/plans.h"

namespace kassay::optimized::identities_test {
namespace {

class Identities : public reference::Graph {
 protected:
  // Whether a call that reads `between`, which is computed from x, reads x instead.
  bool passes_over(const Value& between) {
    const reference::Plan plan = plan_of({call("exp", {between})}, {x_});
    auto calls = calls_of(plan, {Tensor(DType::kFloat32, {2, 3})});
    engine::pass_over_identities(calls,
                                 engine::Constants(plan.constants.begin(), plan.constants.end()));
    return calls.back().arguments.front().slot == 0;
  }
  static Value ones(const Shape& shape) {
    return constant(reference::tensor(
        shape, std::vector<double>(static_cast<std::size_t>(element_count(shape)), 1)));
  }

  const Value x_ = placeholder(Shape{2, 3});
};

TEST_F(Identities, CastToTheSameDtype) {
  EXPECT_TRUE(passes_over(call("cast", {x_, std::string("float32")})));
}
TEST_F(Identities, CastToAnotherDtypeStays) {
  EXPECT_FALSE(passes_over(call("cast", {x_, std::string("float64")})));
}

TEST_F(Identities, ReshapeToTheSameShape) {
  EXPECT_TRUE(passes_over(call("reshape", {x_, List{std::int64_t{2}, std::int64_t{3}}})));
}
TEST_F(Identities, ReshapeToAnotherShapeStays) {
  EXPECT_FALSE(passes_over(call("reshape", {x_, List{std::int64_t{3}, std::int64_t{2}}})));
}

TEST_F(Identities, ProductWithOne) {
  EXPECT_TRUE(passes_over(call("operator.mul", {x_, 1.0})));
  EXPECT_TRUE(passes_over(call("operator.mul", {1.0, x_})));
  EXPECT_TRUE(passes_over(call("operator.mul", {x_, ones({2, 3})})));
  EXPECT_TRUE(passes_over(call("operator.mul", {ones({2, 3}), x_})));
}
TEST_F(Identities, ProductWithMinusOneStays) {
  EXPECT_FALSE(passes_over(call("operator.mul", {x_, -1.0})));
}
TEST_F(Identities, ProductThatIsStretchedStays) {
  EXPECT_FALSE(passes_over(call("operator.mul", {x_, ones({4, 2, 3})})));
}

TEST_F(Identities, QuotientByOne) {
  EXPECT_TRUE(passes_over(call("operator.truediv", {x_, 1.0})));
  EXPECT_FALSE(passes_over(call("operator.truediv", {1.0, x_})));
}

TEST_F(Identities, DifferenceFromZero) {
  EXPECT_TRUE(passes_over(call("operator.sub", {x_, 0.0})));
  EXPECT_FALSE(passes_over(call("operator.sub", {0.0, x_})));
}
TEST_F(Identities, DifferenceFromNegativeZeroStays) {  // -0 - -0 is +0
  EXPECT_FALSE(passes_over(call("operator.sub", {x_, -0.0})));
}
TEST_F(Identities, SumWithZeroStays) {  // -0 + 0 is +0
  EXPECT_FALSE(passes_over(call("operator.add", {x_, 0.0})));
}

TEST_F(Identities, SumWithOneStays) { EXPECT_FALSE(passes_over(call("operator.add", {x_, 1.0}))); }

TEST_F(Identities, ProductWithAnIntegerOne) {
  EXPECT_TRUE(passes_over(call("operator.mul", {x_, std::int64_t{1}})));
}
TEST_F(Identities, ProductWithAnotherIntegerStays) {
  EXPECT_FALSE(passes_over(call("operator.mul", {x_, std::int64_t{2}})));
}
TEST_F(Identities, ProductWithAnArrayOfOtherElementsStays) {
  EXPECT_FALSE(passes_over(call("operator.mul", {x_, constant(reference::vector({2, 1, 1}))})));
  EXPECT_FALSE(passes_over(call("operator.mul", {x_, constant(reference::vector({1, 1, 2}))})));
}
TEST_F(Identities, ProductWithASparseArrayStays) {
  const Value sparse = Handle(std::make_shared<reference::Constant>(
      to_sparse(reference::tensor({2, 3}, {1, 1, 1, 1, 1, 0}))));
  EXPECT_FALSE(passes_over(call("operator.mul", {x_, sparse})));
}
TEST_F(Identities, ProductWithAnArrayThatIsNotKnownStays) {
  EXPECT_FALSE(passes_over(call("operator.mul", {x_, call("exp", {x_})})));
}

TEST_F(Identities, GradientOfAReshapeToTheSameShape) {
  const Value before = variable(Tensor(DType::kFloat32, {2, 3}));
  const List shape{std::int64_t{2}, std::int64_t{3}};
  EXPECT_TRUE(passes_over(call("move_back.reshape", {before, shape, x_, std::int64_t{0}})));
}
TEST_F(Identities, GradientOfAReshapeFromAnotherShapeStays) {
  const Value before = variable(Tensor(DType::kFloat32, {6}));
  const List shape{std::int64_t{2}, std::int64_t{3}};
  EXPECT_FALSE(passes_over(call("move_back.reshape", {before, shape, x_, std::int64_t{0}})));
}

TEST_F(Identities, SeveralInARow) {
  const Value once = call("operator.mul", {x_, 1.0});
  EXPECT_TRUE(passes_over(call("cast", {once, std::string("float32")})));
}

}  // namespace
}  // namespace kassay::optimized::identities_test
