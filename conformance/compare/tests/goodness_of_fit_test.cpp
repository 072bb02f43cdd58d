// The statistics of draws whose values follow by hand: what they are, their limits, and how likely
// chance takes them so far.
#include "conformance/compare/goodness_of_fit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "conformance/compare/correlation.h"
#include "conformance/compare/law.h"
#include "conformance/compare/resolution.h"
#include "conformance/compare/tail_bounds.h"
#include "conformance/compare/tests/generated.h"

namespace kassay::compare::testing::goodness_of_fit_test {
namespace {

constexpr double kCount = 256;

Draw draw_of(const ExpectedSample& expected, std::vector<double> numbers) {
  return {&expected, std::move(numbers), expected.shape};
}

// 256 numbers, all the same.
std::vector<double> all(double number) { return std::vector<double>(256, number); }

std::vector<double> half_and_half(double first, double second) {
  std::vector<double> numbers(256, first);
  for (std::size_t i = 128; i < 256; ++i) numbers[i] = second;
  return numbers;
}

Statistic found(const std::vector<Statistic>& statistics, const std::string& check) {
  for (const Statistic& statistic : statistics) {
    if (check_name(statistic.check) == check) return statistic;
  }
  ADD_FAILURE() << "no " << check;
  return {};
}

// The named statistic of a draw, what is expected of it, and the probability of each of its limits.
struct Taken {
  Taken(const Distribution& distribution, const std::vector<double>& numbers,
        const std::string& check, DType dtype = DType::kFloat16)
      : expected(sample({256}, distribution, dtype)) {
    const std::vector<Statistic> all = goodness_of_fit(draw_of(expected, numbers), {});
    statistic = found(all, check);
    probability = kFalseAlarms / static_cast<double>(all.size());
    if (!std::holds_alternative<BernoulliDistribution>(distribution)) {
      law = law_of(distribution, dtype);
    }
  }
  ExpectedSample expected;
  Statistic statistic;
  double probability = 0;
  ContinuousLaw law;
};

TEST(StatisticLags, AreOneStepAlongEachAxisAndHalfOfAll) {
  const auto names = [](Shape shape) {
    std::string text;
    const ExpectedSample expected = sample(std::move(shape), BernoulliDistribution{0.5, {}});
    for (const Statistic& one : goodness_of_fit(draw_of(expected, half_and_half(0, 1)), {})) {
      text += one.name + "; ";
    }
    return text;
  };
  const std::string share = "the share of elements that are not 0; ";
  const std::string one = "the correlation of elements 1 apart; ";
  const std::string half = "the correlation of elements 128 apart; ";
  EXPECT_EQ(names({256}), share + one + half);
  EXPECT_EQ(names({16, 1, 16}), share + one + "the correlation of elements 16 apart; " + half);
  EXPECT_EQ(names({2, 128}), share + one + half);
  EXPECT_EQ(names({128, 2}), share + one + "the correlation of elements 2 apart; " + half);
}

TEST(StatisticProbability, IsSharedByAllStatistics) {
  for (const DType dtype : {DType::kFloat16, DType::kFloat32}) {
    const ExpectedSample expected = sample({256}, UniformDistribution{0, 1}, dtype);
    const Draw draw = draw_of(expected, half_and_half(0.25, 0.75));
    const std::vector<Draw> others = {draw, draw};
    const std::vector<Statistic> statistics = goodness_of_fit(draw, others);
    // Three of the elements, two lags twice, three lags of each other draw, the resolution.
    const std::size_t count = 3 + 4 + 6 + (dtype == DType::kFloat16 ? 3 : 4);
    ASSERT_EQ(statistics.size(), count);
    EXPECT_DOUBLE_EQ(found(statistics, "distribution").limit,
                     kolmogorov_limit(1e-9 / static_cast<double>(count), kCount));
  }
}

TEST(StatisticProbability, OfFlagsIsSharedToo) {
  const ExpectedSample expected = sample({256}, BernoulliDistribution{0.5, {}}, DType::kInt32);
  const Draw draw = draw_of(expected, half_and_half(0, 1));
  const std::vector<Draw> others = {draw};
  const std::vector<Statistic> statistics = goodness_of_fit(draw, others);
  ASSERT_EQ(statistics.size(), 6U);  // the share, two lags, three of the other draw
  EXPECT_DOUBLE_EQ(found(statistics, "frequency").limit,
                   0.5 - share_limits(1e-9 / 6, kCount, {0.5, 0.5}).low);
  // Of neighbours there are half as many products, each 1 or -1.
  EXPECT_DOUBLE_EQ(found(statistics, "correlation").limit, bernstein_limit(1e-9 / 6, 128, 1, 1));
}

TEST(OtherDraws, AreComparedAtThreePlaces) {
  const ExpectedSample expected = sample({256}, BernoulliDistribution{0.5, {}});
  std::vector<double> alternating = all(0), shifted = all(0);
  for (std::size_t i = 0; i < 256; ++i) alternating[i] = static_cast<double>(i / 2 % 2);
  for (std::size_t i = 0; i < 256; ++i) shifted[i] = alternating[(i + 1) % 256];
  const std::vector<Draw> others = {draw_of(expected, shifted)};
  const std::vector<Statistic> statistics = goodness_of_fit(draw_of(expected, alternating), others);
  ASSERT_EQ(statistics.size(), 6U);
  // Every number here comes one place earlier there.
  EXPECT_NEAR(statistics[3].actual, 0, 1e-12);
  EXPECT_DOUBLE_EQ(statistics[5].actual, 1);
  EXPECT_LT(statistics[4].actual, -0.9);
}

TEST(Mean, OfNormalNumbers) {
  for (const double mean : {2.5, 1.5}) {
    const Taken taken(NormalDistribution{2, 0.5}, all(mean), "mean");
    EXPECT_EQ(taken.statistic.expected, 2);
    EXPECT_EQ(taken.statistic.actual, mean);
    const double shift = taken.law.absolute_shift + 1.5 * taken.law.relative_shift * 0.5;
    EXPECT_DOUBLE_EQ(taken.statistic.limit,
                     normal_mean_limit(taken.probability, kCount) * 0.5 + shift);
    EXPECT_DOUBLE_EQ(taken.statistic.probability,
                     normal_mean_probability((0.5 - shift) / 0.5, kCount));
    EXPECT_EQ(taken.statistic.hint, mean > 2 ? "The mean is 1 standard deviations too large."
                                             : "The mean is 1 standard deviations too small.");
  }
}

TEST(Mean, OfBoundedNumbers) {
  const Taken taken(UniformDistribution{0, 1}, all(0.75), "mean");
  const double std = std::sqrt(1 / 12.0), shift = taken.law.absolute_shift;
  EXPECT_DOUBLE_EQ(taken.statistic.limit,
                   bernstein_limit(taken.probability, kCount, 1, std::sqrt(3.0)) * std + shift);
  EXPECT_NEAR(taken.statistic.probability /
                  bernstein_probability((0.25 - shift) / std, kCount, 1, std::sqrt(3.0)),
              1, 1e-9);
}

// Numbers at so many standard deviations from the mean, on both sides.
Taken of_distance(double distance, DType dtype = DType::kFloat16) {
  return {NormalDistribution{4, 2}, half_and_half(4 - 2 * distance, 4 + 2 * distance), "variance",
          dtype};
}

TEST(Variance, OfNormalNumbersThatIsTooLarge) {
  const Taken taken = of_distance(1.25);
  EXPECT_EQ(taken.statistic.expected, 4);
  EXPECT_DOUBLE_EQ(taken.statistic.actual, 6.25);
  const double shift = taken.law.absolute_shift / 2, factor = 1 + taken.law.relative_shift;
  const double root =
      factor * std::sqrt(normal_square_limits(taken.probability, kCount).high) + shift;
  EXPECT_DOUBLE_EQ(taken.statistic.limit, (root * root - 1) * 4);
  const double exact = (1.25 - shift) / factor;
  EXPECT_NEAR(taken.statistic.probability / normal_square_probability(exact * exact, kCount), 1,
              1e-9);
  EXPECT_NE(taken.statistic.hint.find("is 56 % too large"), std::string::npos);
}

TEST(Variance, OfNormalNumbersThatIsTooSmall) {
  const Taken taken = of_distance(0.5);
  const double shift = taken.law.absolute_shift / 2, factor = 1 - taken.law.relative_shift;
  const double root =
      factor * std::sqrt(normal_square_limits(taken.probability, kCount).low) - shift;
  EXPECT_DOUBLE_EQ(taken.statistic.limit, (1 - root * root) * 4);
  const double exact = (0.5 + shift) / factor;
  EXPECT_NEAR(taken.statistic.probability / normal_square_probability(exact * exact, kCount), 1,
              1e-9);
  EXPECT_EQ(taken.statistic.hint,
            "The variance, around the mean of the distribution, is 75 % too small: the standard "
            "deviation is 0.5 times the expected one.");
}

TEST(Variance, ThatRoundingExplainsIsCertain) {
  // Rounding of float16 may make the distances 5 u larger or smaller, and 2 u more.
  EXPECT_EQ(of_distance(1 + 4 * 0x1p-11).statistic.probability, 1);
  EXPECT_EQ(of_distance(1 - 4 * 0x1p-11).statistic.probability, 1);
}

// With reach r, the squares of z are within r^2 of 0; their distances from 1 within r^2 - 1 or 1.
TEST(Variance, OfBoundedNumbers) {
  const std::pair<Distribution, double> cases[] = {{UniformDistribution{-1, 1}, 2},
                                                   {ClippedNormalDistribution{0, 1, 0.5}, 1}};
  for (const auto& [distribution, reach] : cases) {
    const ContinuousLaw law = law_of(distribution, DType::kFloat64);
    ASSERT_NEAR(std::max(1.0, law.reach * law.reach - 1), reach, 1e-9);
    const Taken large(distribution, half_and_half(-1.25 * law.std, 1.25 * law.std), "variance",
                      DType::kFloat64);
    const double limit = bernstein_limit(large.probability, kCount, law.fourth_moment - 1, reach);
    const double variance = law.std * law.std;
    EXPECT_NEAR(large.statistic.limit, limit * variance, 1e-12);
    EXPECT_NEAR(large.statistic.probability /
                    bernstein_probability(1.5625 - 1, kCount, law.fourth_moment - 1, reach),
                1, 1e-9);
    const Taken small(distribution, half_and_half(-0.5 * law.std, 0.5 * law.std), "variance",
                      DType::kFloat64);
    EXPECT_NEAR(small.statistic.limit, std::min(1.0, limit) * variance, 1e-12);
    EXPECT_NEAR(small.statistic.probability /
                    bernstein_probability(0.75, kCount, law.fourth_moment - 1, reach),
                1, 1e-9);
  }
}

TEST(Variance, OfRoundedBoundedNumbersThatIsTooSmall) {
  const Taken taken(UniformDistribution{-1, 1}, half_and_half(-0.25, 0.25), "variance");
  const double limit = bernstein_limit(taken.probability, kCount, 0.8, 2);
  const double root = std::sqrt(1 - limit) - taken.law.absolute_shift / taken.law.std;
  EXPECT_NEAR(taken.statistic.limit, (1 - root * root) / 3, 1e-12);
}

TEST(Variance, OfRoundedBoundedNumbersThatIsTooLarge) {
  const Taken taken(UniformDistribution{-1, 1}, half_and_half(-1, 1), "variance");
  const double limit = bernstein_limit(taken.probability, kCount, 0.8, 2);
  const double root = std::sqrt(1 + limit) + taken.law.absolute_shift / taken.law.std;
  EXPECT_NEAR(taken.statistic.limit, (root * root - 1) / 3, 1e-12);
}

// All of 256 equal numbers lie at one place, at or below which a share of them should be.
TEST(DistributionFunction, OfEqualNumbers) {
  const auto actual = [](double number) {
    return Taken(UniformDistribution{0, 1}, all(number), "distribution").statistic.actual;
  };
  const double shift = 5 * 0x1p-11;  // 4 u of the width, u of the larger end
  EXPECT_DOUBLE_EQ(actual(0), 1 - shift);
  EXPECT_DOUBLE_EQ(actual(0.25), 0.75 - shift);
  EXPECT_DOUBLE_EQ(actual(0.75), 767.0 / 1024 - shift);  // at the last of the 1024 places below it
  EXPECT_DOUBLE_EQ(actual(1), 1023.0 / 1024 - shift);
}

TEST(DistributionFunction, HasLimitProbabilityAndHint) {
  std::vector<double> numbers = all(0.25);
  for (std::size_t i = 0; i < 64; ++i) numbers[i] = 1;
  const Taken taken(UniformDistribution{0, 1}, numbers, "distribution");
  EXPECT_EQ(taken.statistic.expected, 0);
  EXPECT_DOUBLE_EQ(taken.statistic.actual, 0.5 - 5 * 0x1p-11);
  EXPECT_DOUBLE_EQ(taken.statistic.limit, kolmogorov_limit(taken.probability, kCount));
  EXPECT_DOUBLE_EQ(taken.statistic.probability,
                   kolmogorov_probability(taken.statistic.actual, kCount));
  EXPECT_EQ(taken.statistic.hint,
            "The shape of the distribution is another one: 75 % of the elements lie where the "
            "lowest 25 % should be.");
}

Taken of_largest(double number, DType dtype) {
  std::vector<double> numbers = all(4);
  numbers[17] = number;
  return {NormalDistribution{4, 2}, numbers, "tails", dtype};
}

// The largest number that the random bits of a dtype are sure to make: the size that is exceeded with
// four times the probability of each of them.
double reached(DType dtype) { return normal_size(dtype == DType::kFloat16 ? 0x1p-8 : 0x1p-21); }

TEST(Tails, OfANumberFarOut) {
  for (const DType dtype : {DType::kFloat16, DType::kFloat32}) {
    for (const double number : {4 + 2 * 7.0, 4 - 2 * 7.0}) {
      const Taken taken = of_largest(number, dtype);
      EXPECT_DOUBLE_EQ(taken.statistic.actual, 7);
      // As often larger as smaller, as far as the random bits reach.
      const double median = normal_size(1 - std::pow(0.5, 1 / kCount));
      const double expected = std::min(median, reached(dtype));
      EXPECT_NEAR(taken.statistic.expected, expected, 1e-9);
      const double shift = taken.law.absolute_shift / 2, factor = 1 + taken.law.relative_shift;
      const double high = largest_normal_limits(taken.probability, kCount).high;
      EXPECT_NEAR(taken.statistic.limit, high * factor + shift - expected, 1e-9);
      EXPECT_DOUBLE_EQ(taken.statistic.probability,
                       largest_normal_probability((7 - shift) / factor, kCount));
      EXPECT_EQ(taken.statistic.hint, "A number is farther from the mean than chance brings it.");
    }
  }
}

TEST(Tails, ThatAreMissing) {
  for (const DType dtype : {DType::kFloat16, DType::kFloat32}) {
    const Taken taken = of_largest(4 + 2 * 1.5, dtype);
    const double shift = taken.law.absolute_shift / 2, factor = 1 - taken.law.relative_shift;
    const double low =
        std::min(largest_normal_limits(taken.probability, kCount).low, reached(dtype));
    EXPECT_NEAR(taken.statistic.limit, taken.statistic.expected - (low * factor - shift), 1e-9);
    EXPECT_NEAR(
        taken.statistic.probability / largest_normal_probability((1.5 + shift) / factor, kCount), 1,
        1e-9);
    EXPECT_EQ(
        taken.statistic.hint,
        "The tails are missing: no number is more than 1.5 standard deviations from the mean.");
  }
}

TEST(Frequency, OfTooManyAndTooFew) {
  std::vector<double> many = all(1), few = all(0);
  for (std::size_t i = 0; i < 64; ++i) many[i] = 0, few[i] = 1;
  const Taken large(BernoulliDistribution{0.5, {}}, many, "frequency");
  const Taken small(BernoulliDistribution{0.5, {}}, few, "frequency");
  const Interval p = {0.5 - 4 * 0x1p-11, 0.5 + 4 * 0x1p-11};
  const Interval limits = share_limits(large.probability, kCount, p);
  EXPECT_EQ(large.statistic.expected, 0.5);
  EXPECT_EQ(large.statistic.actual, 0.75);
  EXPECT_DOUBLE_EQ(large.statistic.limit, limits.high - 0.5);
  EXPECT_DOUBLE_EQ(large.statistic.probability, share_probability(0.75, kCount, p));
  EXPECT_EQ(large.statistic.hint,
            "The probability of an element that is not 0 is about 0.75 instead of 0.5.");
  EXPECT_EQ(small.statistic.actual, 0.25);
  EXPECT_DOUBLE_EQ(small.statistic.limit, 0.5 - limits.low);
}

TEST(Statistic, PassesAtItsLimitAndNotBeyondOrWithNaN) {
  const auto passes = [](double actual, double limit) {
    Statistic statistic;
    statistic.expected = 1;
    statistic.actual = actual;
    statistic.limit = limit;
    return statistic.passed();
  };
  EXPECT_TRUE(passes(1.5, 0.5));
  EXPECT_TRUE(passes(0.5, 0.5));
  EXPECT_FALSE(passes(1.75, 0.5));
  EXPECT_FALSE(passes(std::nan(""), 0.5));
  EXPECT_FALSE(passes(1, std::nan("")));
}

}  // namespace
}  // namespace kassay::compare::testing::goodness_of_fit_test
