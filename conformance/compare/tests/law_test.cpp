#include "conformance/compare/law.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kassay::compare::law_test {
namespace {

ContinuousLaw law(const Distribution& distribution) {
  return law_of(distribution, DType::kFloat32);
}

// E f(v), from the distribution function on a fine grid.
template <class F>
double expectation(const ContinuousLaw& law, double low, double high, const F& f) {
  constexpr int kSteps = 400000;
  const auto share = [&](double v) {
    return law.share_up_to(std::min(1.0, std::max(0.0, law.transform(v))));
  };
  // What lies at or below the lower end.
  double sum = share(low) * f(low);
  for (int i = 0; i < kSteps; ++i) {
    const double left = low + (high - low) * i / kSteps;
    const double right = low + (high - low) * (i + 1) / kSteps;
    sum += (share(right) - share(left)) * f((left + right) / 2);
  }
  return sum;
}

void expect_consistent(const ContinuousLaw& law, double low, double high) {
  const auto moment = [&](int power) {
    return expectation(law, low, high,
                       [&](double v) { return std::pow((v - law.mean) / law.std, power); });
  };
  EXPECT_NEAR(moment(0), 1, 1e-6);
  EXPECT_NEAR(moment(1), 0, 1e-4);
  EXPECT_NEAR(moment(2), 1, 1e-4);
  EXPECT_NEAR(moment(4), law.fourth_moment, 1e-3);
}

TEST(Law, MomentsFollowFromTheDistributionFunction) {
  expect_consistent(law(UniformDistribution{-3, 5}), -3, 5);
  expect_consistent(law(NormalDistribution{1, 2}), -20, 22);
  expect_consistent(law(TruncatedNormalDistribution{1, 2, 2}), -3, 5);
  expect_consistent(law(TruncatedNormalDistribution{0, 1, 1}), -1, 1);
  expect_consistent(law(ClippedNormalDistribution{1, 2, 2}), -3, 5);
}

TEST(Law, StandardDeviationOfTheTruncatedNormal) {
  EXPECT_NEAR(law(TruncatedNormalDistribution{0, 1, 2}).std, 0.87962566, 1e-8);
}

TEST(Law, RangeOfTheUniformIsClosed) {
  EXPECT_EQ(law(UniformDistribution{-3, 5}).range.low, -3);
  EXPECT_EQ(law(UniformDistribution{-3, 5}).range.high, 5);
}

TEST(Law, RangeOfTheTruncatedNormalAllowsRoundingAndNoMore) {
  const ContinuousLaw truncated = law(TruncatedNormalDistribution{0, 1, 2});
  EXPECT_GT(truncated.range.high, 2);
  EXPECT_LT(truncated.range.high, 2.000001);
  EXPECT_EQ(truncated.range.low, -truncated.range.high);
}

TEST(Law, ReachIsThatOfTheEnds) {
  EXPECT_NEAR(law(UniformDistribution{0, 1}).reach, std::sqrt(3.0), 1e-12);
  EXPECT_NEAR(law(TruncatedNormalDistribution{5, 3, 2}).reach, 2 / 0.87962566, 1e-7);
  EXPECT_TRUE(std::isinf(law(NormalDistribution{0, 1}).reach));
}

TEST(Law, ShiftsFollowTheDtype) {
  const Distribution normal = NormalDistribution{1, 2};
  const double half = law_of(normal, DType::kFloat16).transform_shift;
  const double single = law_of(normal, DType::kFloat32).transform_shift;
  EXPECT_NEAR(half / single, 8192, 1e-6);  // 2^(24 - 11)
  EXPECT_LT(half, 2e-3);
}

// The density of the standard normal distribution is below 0.4, and |z| times it below 0.25.
TEST(Law, ShiftOfANormalFollowsFromItsSlope) {
  constexpr double kRoundoff = 0x1p-11;
  const ContinuousLaw normal = law_of(NormalDistribution{-3, 0.5}, DType::kFloat16);
  EXPECT_DOUBLE_EQ(normal.relative_shift, 5 * kRoundoff);
  EXPECT_DOUBLE_EQ(normal.absolute_shift, 3 * kRoundoff);
  const double shift = 0.25 * 5 * kRoundoff + 0.4 * 3 * kRoundoff / 0.5;
  EXPECT_DOUBLE_EQ(normal.transform_shift, shift);
  // The same, of what lies within the bound.
  EXPECT_NEAR(law_of(TruncatedNormalDistribution{-3, 0.5, 1}, DType::kFloat16).transform_shift,
              shift / std::erf(std::sqrt(0.5)), 1e-12);
}

TEST(Law, ShiftOfAUniformIsAShareOfItsWidth) {
  EXPECT_DOUBLE_EQ(law_of(UniformDistribution{-3, 5}, DType::kFloat16).transform_shift,
                   (4 * 8 + 5) * 0x1p-11 / 8);
}

TEST(Law, RangeOfTheTruncatedNormalGrowsWithItsRoundings) {
  // Of bound, standard deviation, their product and the sum; of the mean and the sum.
  const ContinuousLaw truncated = law_of(TruncatedNormalDistribution{10, 3, 2}, DType::kFloat16);
  const double end = 6 + (4 * 6 + 2 * 10) * 0x1p-11;
  EXPECT_DOUBLE_EQ(truncated.range.low, 10 - end);
  EXPECT_DOUBLE_EQ(truncated.range.high, 10 + end);
}

TEST(Law, ProbabilityStaysOne) {
  EXPECT_EQ(probabilities_of({1, {}}, DType::kFloat16).high, 1);
  EXPECT_EQ(probabilities_of({1, {}}, DType::kFloat16).low, 1 - 4 * 0x1p-11);
  EXPECT_EQ(probabilities_of({0, {}}, DType::kFloat16).low, 0);
  EXPECT_EQ(probabilities_of({0, {}}, DType::kFloat16).high, 4 * 0x1p-11);
}

TEST(Law, LowerEndOfTheClippedNormalHasAShare) {
  const ContinuousLaw clipped = law(ClippedNormalDistribution{0, 1, 2});
  const double share = clipped.transform(-2);
  EXPECT_EQ(clipped.share_up_to(share), share);
  EXPECT_EQ(clipped.share_up_to(std::nextafter(share, 0)), 0);
}

TEST(Law, ProbabilityIsExactForIntegers) {
  const Interval p = probabilities_of({0.3, {}}, DType::kInt32);
  EXPECT_EQ(p.low, 0.3);
  EXPECT_EQ(p.high, 0.3);
}

}  // namespace
}  // namespace kassay::compare::law_test
