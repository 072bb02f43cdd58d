// Scores of draws, and which of them are multiplied, on numbers that can be checked by hand.
#include "conformance/compare/correlation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "conformance/compare/law.h"
#include "conformance/compare/tail_bounds.h"
#include "conformance/compare/tests/generated.h"

namespace kassay::compare::testing::correlation_test {
namespace {

constexpr double kProbability = 1e-10;
constexpr double kRoundoff = 0x1p-24;  // of float32

Scores scores(std::vector<double> values) {
  Scores result;
  result.values = std::move(values);
  result.reach = 2;
  return result;
}

TEST(SerialCorrelation, OfNeighboursTakesEachNumberOnce) {
  const Statistic statistic =
      serial_correlation(scores({1, 2, 3, 4, 5, 6, 7}), 1, "elements", kProbability);
  EXPECT_EQ(statistic.check, Check::kCorrelation);
  EXPECT_EQ(statistic.expected, 0);
  EXPECT_DOUBLE_EQ(statistic.actual, (1 * 2 + 3 * 4 + 5 * 6) / 3.0);
  EXPECT_DOUBLE_EQ(statistic.limit, bernstein_limit(kProbability, 3, 1, 4));
}

TEST(SerialCorrelation, OfMoreThanOneApartTakesRunsInTurn) {
  EXPECT_DOUBLE_EQ(
      serial_correlation(scores({1, 2, 3, 4, 5, 6, 7}), 2, "elements", kProbability).actual,
      (1 * 3 + 2 * 4 + 5 * 7) / 3.0);
  EXPECT_DOUBLE_EQ(
      serial_correlation(scores({1, 2, 3, 4, 5, 6}), 3, "elements", kProbability).actual,
      (1 * 4 + 2 * 5 + 3 * 6) / 3.0);
}

TEST(SerialCorrelation, SaysWhetherTheNumbersRepeat) {
  const auto hint = [](double size) {
    return serial_correlation(scores({size, size}), 1, "elements", kProbability).hint;
  };
  EXPECT_EQ(hint(1), "The elements repeat: 1 further on is the same.");
  EXPECT_EQ(hint(0.5), "The elements 1 apart depend on each other.");
}

TEST(CrossCorrelation, OfEachLag) {
  const auto actual = [](int lag) {
    return cross_correlation(scores({1, 2, 3}), scores({4, 5, 6}), lag, kProbability).actual;
  };
  EXPECT_DOUBLE_EQ(actual(0), (1 * 4 + 2 * 5 + 3 * 6) / 3.0);
  EXPECT_DOUBLE_EQ(actual(1), (1 * 5 + 2 * 6) / 2.0);
  EXPECT_DOUBLE_EQ(actual(-1), (2 * 4 + 3 * 5) / 2.0);
}

TEST(CrossCorrelation, IsNamedAfterItsLag) {
  const auto statistic = [](int lag, double size) {
    return cross_correlation(scores({size, size}), scores({size, size}), lag, kProbability);
  };
  EXPECT_EQ(statistic(0, 1).check, Check::kDependence);
  EXPECT_EQ(statistic(0, 1).name, "the correlation with another output");
  EXPECT_EQ(statistic(0, 1).hint, "The same numbers come again.");
  EXPECT_EQ(statistic(1, 1).name, "the correlation with another output, one element on");
  EXPECT_EQ(statistic(-1, 1).hint, "The same numbers come again, one element on.");
  EXPECT_EQ(statistic(0, 0.5).hint, "The numbers depend on those of another output.");
}

// Products of scores that are off by a, b, of numbers within r, s: |x y - x' y'| <= r b + s a + a b;
// the products of their means add to it, and the variances of a product are multiplied.
TEST(CorrelationLimit, GrowsWithWhatRoundingMayDo) {
  Scores here = scores({1, 1}), there = scores({3, 3});
  there.reach = 5;
  here.shift = 0.125, there.shift = 0.25;
  here.mean_shift = 0.5, there.mean_shift = 0.0625;
  here.variance_shift = 1, there.variance_shift = 2;
  const double shift = 2 * 0.25 + 5 * 0.125 + 0.125 * 0.25 + 0.5 * 0.0625;
  const Statistic statistic = cross_correlation(here, there, 0, kProbability);
  EXPECT_DOUBLE_EQ(statistic.limit, bernstein_limit(kProbability, 2, 2 * 3, 2 * 5) + shift);
  EXPECT_DOUBLE_EQ(statistic.probability, bernstein_probability(3 - shift, 2, 2 * 3, 2 * 5));
}

TEST(CorrelationLimit, HasItsProbability) {
  const double limit = bernstein_limit(0.01, 1, 1, 4);
  Scores one = scores({std::sqrt(limit)});
  EXPECT_NEAR(cross_correlation(one, one, 0, 0.01).probability, 0.01, 1e-9);
}

Draw draw_of(const ExpectedSample& expected, std::vector<double> numbers) {
  return {&expected, std::move(numbers), expected.shape};
}

TEST(ScoresOf, UniformNumbersAreInStandardDeviations) {
  const ExpectedSample expected = sample({3}, UniformDistribution{-3, 5});
  const Scores found = scores_of(draw_of(expected, {-3, 1, 5}));
  const double end = std::sqrt(3.0);  // half the width over width / sqrt(12)
  ASSERT_EQ(found.values.size(), 3U);
  EXPECT_DOUBLE_EQ(found.values[0], -end);
  EXPECT_EQ(found.values[1], 0);
  EXPECT_DOUBLE_EQ(found.values[2], end);
  EXPECT_DOUBLE_EQ(found.reach, end);
  // 4 u of the width and u of the larger end.
  EXPECT_DOUBLE_EQ(found.shift, (4 * 8 + 5) * kRoundoff / (8 / std::sqrt(12.0)));
  EXPECT_EQ(found.mean_shift, 0);
  EXPECT_EQ(found.variance_shift, 0);
}

TEST(ScoresOf, TruncatedNumbersMayBeOffInProportion) {
  const ExpectedSample expected = sample({1}, TruncatedNormalDistribution{0, 1, 2});
  const Scores found = scores_of(draw_of(expected, {0.5}));
  const double std = law_of(expected.distribution, DType::kFloat32).std;
  EXPECT_DOUBLE_EQ(found.values[0], 0.5 / std);
  EXPECT_DOUBLE_EQ(found.reach, 2 / std);
  EXPECT_DOUBLE_EQ(found.shift, 5 * kRoundoff * found.reach);
}

TEST(ScoresOf, NormalNumbersAreTheirSharesSpreadToVarianceOne) {
  const ExpectedSample expected = sample({3}, NormalDistribution{2, 0.5});
  const Scores found = scores_of(draw_of(expected, {2, 2.5, 1.5}));
  const double within_one_std = std::erf(std::sqrt(0.5));
  EXPECT_NEAR(found.values[0], 0, 1e-15);
  EXPECT_NEAR(found.values[1], std::sqrt(12.0) * within_one_std / 2, 1e-12);
  EXPECT_NEAR(found.values[2], -found.values[1], 1e-12);
  EXPECT_DOUBLE_EQ(found.reach, std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(found.shift, std::sqrt(12.0) *
                                    law_of(expected.distribution, DType::kFloat32).transform_shift);
}

TEST(ScoresOf, FlagsHaveVarianceOne) {
  // p = 0.8: the standard deviation is 0.4.
  const ExpectedSample expected = sample({2}, BernoulliDistribution{0.8, {}});
  const Scores found = scores_of(draw_of(expected, {1, 0}));
  EXPECT_DOUBLE_EQ(found.values[0], 0.5);
  EXPECT_DOUBLE_EQ(found.values[1], -2);
  EXPECT_DOUBLE_EQ(found.reach, 2);
  EXPECT_EQ(found.shift, 0);
  EXPECT_NEAR(found.mean_shift, 4 * kRoundoff / 0.4, 1e-15);
  EXPECT_NEAR(found.variance_shift, 4 * kRoundoff / 0.16, 1e-15);
}

TEST(ScoresOf, FlagsOfAProbabilityNearOneMayBeOffToOneSideOnly) {
  // 4 u of float16 is 2^-9; no probability is above 1.
  const double p = 1 - 0x1p-12, std = std::sqrt(p * (1 - p));
  const ExpectedSample near_one = sample({1}, BernoulliDistribution{p, {}}, DType::kFloat16);
  EXPECT_NEAR(scores_of(draw_of(near_one, {1})).mean_shift, 0x1p-9 / std, 1e-12);
}

TEST(ScoresOf, RareFlagsReachFar) {
  const ExpectedSample expected = sample({1}, BernoulliDistribution{0.2, {}});
  EXPECT_DOUBLE_EQ(scores_of(draw_of(expected, {1})).reach, 2);
}

TEST(DistanceScores, AreThoseOfTheDistanceFromTheMedian) {
  const ExpectedSample expected = sample({4}, UniformDistribution{0, 1});
  const Scores found = distance_scores_of(draw_of(expected, {0.5, 0.25, 0.75, 1}));
  const double end = std::sqrt(3.0);
  EXPECT_DOUBLE_EQ(found.values[0], -end);
  EXPECT_NEAR(found.values[1], 0, 1e-15);
  EXPECT_NEAR(found.values[2], 0, 1e-15);
  EXPECT_DOUBLE_EQ(found.values[3], end);
  EXPECT_DOUBLE_EQ(found.reach, end);
  EXPECT_DOUBLE_EQ(found.shift, 2 * std::sqrt(12.0) * 5 * kRoundoff);
}

TEST(DistanceScores, StayWithinTheirReachWhereRoundingLeavesTheRange) {
  const ExpectedSample expected = sample({2}, TruncatedNormalDistribution{0, 1, 2});
  const Scores found = distance_scores_of(draw_of(expected, {2.0000005, -2.0000005}));
  EXPECT_DOUBLE_EQ(found.values[0], found.reach);
  EXPECT_DOUBLE_EQ(found.values[1], found.reach);
  EXPECT_LE(found.values[0], found.reach);
  EXPECT_LE(found.values[1], found.reach);
}

}  // namespace
}  // namespace kassay::compare::testing::correlation_test
