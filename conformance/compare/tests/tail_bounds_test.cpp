#include "conformance/compare/tail_bounds.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kassay::compare::tail_bounds_test {
namespace {

constexpr double kProbability = 1e-9;

TEST(TailBounds, LimitsHaveTheirProbability) {
  const auto close = [](double probability) {
    return std::fabs(probability / kProbability - 1) < 1e-6;
  };
  for (const double count : {256.0, 1e4, 1e6}) {
    EXPECT_TRUE(
        close(bernstein_probability(bernstein_limit(kProbability, count, 0.8, 2), count, 0.8, 2)));
    EXPECT_TRUE(close(kolmogorov_probability(kolmogorov_limit(kProbability, count), count)));
    EXPECT_TRUE(close(normal_mean_probability(normal_mean_limit(kProbability, count), count)));
    const Interval square = normal_square_limits(kProbability, count);
    EXPECT_TRUE(close(normal_square_probability(square.low, count)));
    EXPECT_TRUE(close(normal_square_probability(square.high, count)));
  }
}

TEST(TailBounds, KnownQuantiles) {
  // The standard normal number that is exceeded with a probability of 5e-10.
  EXPECT_NEAR(normal_mean_limit(kProbability, 1), 6.109410, 1e-6);
  EXPECT_NEAR(kolmogorov_limit(kProbability, 1), std::sqrt(std::log(2e9) / 2), 1e-12);
  // 2.5 % points of chi-squared with 10 degrees of freedom.
  const Interval square = normal_square_limits(0.05, 10);
  EXPECT_NEAR(square.low * 10, 3.24697, 1e-5);
  EXPECT_NEAR(square.high * 10, 20.48318, 1e-5);
}

TEST(TailBounds, ManyNumbersMakeBernsteinTheNormalTailButForAConstant) {
  const double normal = normal_mean_limit(kProbability, 1e8);
  const double bernstein = bernstein_limit(kProbability, 1e8, 1, 1);
  EXPECT_GT(bernstein, normal);
  EXPECT_LT(bernstein, 1.08 * normal);
}

TEST(TailBounds, SharesAreThoseOfTheBinomialDistribution) {
  // All of 20 fair coins, or none: 2 * 2^-20.
  EXPECT_NEAR(share_probability(1, 20, {0.5, 0.5}), std::ldexp(1, -19), 1e-12);
  EXPECT_NEAR(share_probability(0, 20, {0.5, 0.5}), std::ldexp(1, -19), 1e-12);
  EXPECT_EQ(share_probability(0.5, 20, {0.5, 0.5}), 1);
}

TEST(TailBounds, OneSuccessOfARareEventIsUnlikely) {
  EXPECT_NEAR(share_probability(0.05, 20, {1e-6, 1e-6}), 2 * 20e-6, 1e-9);
}

TEST(TailBounds, RepetitionOfAllNumbersAndOfTwo) {
  EXPECT_NEAR(repetition_probability(10, 10, 0.5), std::ldexp(1, -9), 1e-12);
  EXPECT_EQ(repetition_limit(0.5, 10, 0.001), 2);
  EXPECT_EQ(repetition_probability(3, 2, 0.5), 0);
  EXPECT_EQ(repetition_probability(2, 10, 0), 0);
}

TEST(TailBounds, ShareWithinItsLimitsIsLikelyEnough) {
  for (const double count : {256.0, 409600.0}) {
    const Interval limits = share_limits(kProbability, count, {0.3, 0.3});
    // One success more than the limits allow is as unlikely as that.
    EXPECT_LT(share_probability(limits.high + 1 / count, count, {0.3, 0.3}), kProbability);
    EXPECT_LT(share_probability(limits.low - 1 / count, count, {0.3, 0.3}), kProbability);
    EXPECT_GT(share_probability(limits.high - 1 / count, count, {0.3, 0.3}), kProbability);
    EXPECT_GT(share_probability(limits.low + 1 / count, count, {0.3, 0.3}), kProbability);
  }
}

TEST(TailBounds, UncertainProbabilityWidensTheLimits) {
  const Interval exact = share_limits(kProbability, 1e5, {0.3, 0.3});
  const Interval wide = share_limits(kProbability, 1e5, {0.298, 0.302});
  EXPECT_NEAR(exact.low - wide.low, 0.002, 1e-4);
  EXPECT_NEAR(wide.high - exact.high, 0.002, 1e-4);
}

TEST(TailBounds, NoDeviationIsCertain) {
  EXPECT_EQ(bernstein_probability(0, 100, 1, 1), 1);
  EXPECT_EQ(bernstein_probability(-1, 100, 1, 1), 1);
  EXPECT_EQ(kolmogorov_probability(0, 100), 1);
  EXPECT_EQ(normal_mean_probability(-0.5, 100), 1);
}

TEST(TailBounds, ManyEvents) {
  EXPECT_EQ(many_events_probability(3, 5), 1);
  EXPECT_NEAR(many_events_probability(10, 1), std::exp(9 - 10 * std::log(10.0)), 1e-15);
  for (const double mean : {0.0, 1e-12, 0.01, 3.0, 40.5, 1e5}) {
    const double limit = many_events_limit(1e-10, mean);
    EXPECT_LE(many_events_probability(limit, mean), 1e-10) << mean;
    EXPECT_GT(many_events_probability(limit - 1, mean), 1e-10) << mean;
  }
}

TEST(TailBounds, Repetition) {
  EXPECT_EQ(repetition_probability(1, 10, 0.1), 1);
  EXPECT_NEAR(repetition_probability(2, 10, 0.01), 0.45, 1e-12);
  EXPECT_NEAR(repetition_probability(3, 10, 0.01), 0.012, 1e-12);
  const double limit = repetition_limit(1e-10, 12000, 1e-6);
  EXPECT_LE(repetition_probability(limit, 12000, 1e-6), 1e-10);
  EXPECT_GT(repetition_probability(limit - 1, 12000, 1e-6), 1e-10);
}

TEST(TailBounds, LargestNormal) {
  EXPECT_NEAR(normal_size(0.0026997961), 3, 1e-6);
  const Interval limits = largest_normal_limits(1e-10, 1e6);
  EXPECT_NEAR(largest_normal_probability(limits.low, 1e6), 1e-10, 1e-13);
  EXPECT_NEAR(largest_normal_probability(limits.high, 1e6), 1e-10, 1e-13);
  EXPECT_NEAR(limits.low, 4.21, 0.02);
}

}  // namespace
}  // namespace kassay::compare::tail_bounds_test
