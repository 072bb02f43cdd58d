// Which stretched arrays element-wise calls read as they were before.
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

TEST_F(Broadcasting, OtherCallsReadTheWhole) {
  EXPECT_EQ(read_by(call("cumsum", {stretched_})), (std::vector<Shape>{{2, 3}}));
}

}  // namespace
}  // namespace kassay::optimized::broadcasting_test
