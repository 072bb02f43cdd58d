#include "reference/arrays/axes.h"

#include <gtest/gtest.h>

#include "spec/lib/error.h"

namespace kassay::reference::axes_test {
namespace {

TEST(NormalizeAxis, CountsFromTheEnd) { EXPECT_EQ(normalize_axis(-3, 3), 0); }

TEST(NormalizeAxis, RefusesTheRankItself) { EXPECT_THROW(normalize_axis(3, 3), ApiError); }

TEST(NormalizeAxis, RefusesBelowMinusRank) { EXPECT_THROW(normalize_axis(-4, 3), ApiError); }

TEST(NormalizeAxes, NoneIsAll) {
  EXPECT_EQ(normalize_axes({}, 3), (std::vector<std::int64_t>{0, 1, 2}));
}

TEST(NormalizeAxes, SortsAndCountsFromTheEnd) {
  EXPECT_EQ(normalize_axes({{{-1, 0}}}, 3), (std::vector<std::int64_t>{0, 2}));
}

TEST(NormalizeAxes, RefusesAnAxisUnderTwoNames) {
  EXPECT_THROW(normalize_axes({{{2, -1}}}, 3), ApiError);
}

TEST(ReducedShape, DropsOrKeeps) {
  EXPECT_EQ(reduced_shape({2, 3, 4}, {0, 2}, false), (Shape{3}));
  EXPECT_EQ(reduced_shape({2, 3, 4}, {0, 2}, true), (Shape{1, 3, 1}));
}

TEST(ReducedShape, CarriesAnUnknownDimension) {
  EXPECT_EQ(reduced_shape({kUnknown, 3}, {1}, false), (Shape{kUnknown}));
}

struct Broadcast {
  Shape x, y, result;
};

class BroadcastShapes : public testing::TestWithParam<Broadcast> {};

TEST_P(BroadcastShapes, GivesTheCommonShapeBothWays) {
  const auto& [x, y, result] = GetParam();
  EXPECT_EQ(broadcast_shapes(x, y), result);
  EXPECT_EQ(broadcast_shapes(y, x), result);
}

INSTANTIATE_TEST_SUITE_P(Shapes, BroadcastShapes,
                         testing::Values(Broadcast{{2, 3}, {3}, {2, 3}},
                                         Broadcast{{2, 1}, {1, 3}, {2, 3}},
                                         Broadcast{{}, {2, 3}, {2, 3}}, Broadcast{{0}, {1}, {0}},
                                         Broadcast{{kUnknown, 3}, {1, 3}, {kUnknown, 3}},
                                         Broadcast{{kUnknown}, {4}, {4}},
                                         Broadcast{{kUnknown}, {kUnknown}, {kUnknown}}));

TEST(BroadcastShapesErrors, RefusesUnequalSizes) {
  EXPECT_THROW(broadcast_shapes({2, 3}, {2}), ApiError);
}

TEST(BroadcastShapesErrors, RefusesZeroBesideTwo) {
  EXPECT_THROW(broadcast_shapes({0}, {2}), ApiError);
}

}  // namespace
}  // namespace kassay::reference::axes_test
