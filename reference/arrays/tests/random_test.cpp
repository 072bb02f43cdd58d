#include "reference/arrays/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace kassay::reference::random_test {
namespace {

constexpr RandomStream kStream{12345, 7};
constexpr std::int64_t kCount = 100000;
const Shape kShape = {kCount};

// Six standard deviations: chance exceeds them once in 5e8, and the stream is fixed.
constexpr double kSigmas = 6;

double mean(const Array& array) {
  Real sum = 0;
  for (const Real value : array.flat()) sum += value;
  return static_cast<double>(sum / static_cast<Real>(array.size()));
}

double mean_square(const Array& array) {
  Real sum = 0;
  for (const Real value : array.flat()) sum += value * value;
  return static_cast<double>(sum / static_cast<Real>(array.size()));
}

double standard_error(double variance) { return std::sqrt(variance / kCount); }

double correlation(const Array& a, const Array& b) {
  Real sum = 0;
  for (std::size_t i = 0; i < a.flat().size(); ++i) sum += a.flat()[i] * b.flat()[i];
  return static_cast<double>(sum / static_cast<Real>(a.size()));
}

// The largest distance between the empirical distribution function and `share`.
template <class Share>
double distance(Array array, const Share& share) {
  std::ranges::sort(array.flat());
  double largest = 0;
  for (std::size_t i = 0; i < array.flat().size(); ++i) {
    const double expected = share(static_cast<double>(array.flat()[i]));
    largest = std::max({largest, std::fabs(expected - static_cast<double>(i) / kCount),
                        std::fabs(expected - static_cast<double>(i + 1) / kCount)});
  }
  return largest;
}
// A bound that chance exceeds once in 1e9 (Dvoretzky, Kiefer, Wolfowitz, Massart).
const double kDistance = std::sqrt(std::log(2e9) / (2.0 * kCount));

double normal_share(double z) { return std::erfc(-z / std::sqrt(2.0)) / 2; }

TEST(Random, UniformIsUniformBelowOne) {
  const Array array = uniform(kShape, kStream);
  EXPECT_GE(*std::ranges::min_element(array.flat()), 0);
  EXPECT_LT(*std::ranges::max_element(array.flat()), 1);
  EXPECT_NEAR(mean(array), 0.5, kSigmas * standard_error(1.0 / 12));
  EXPECT_LT(distance(array, [](double v) { return v; }), kDistance);
}

TEST(Random, UniformHasMoreBitsThanADouble) {
  const Array array = uniform({1000}, kStream);
  const bool finer = std::ranges::any_of(array.flat(), [](Real value) {
    return value != static_cast<Real>(static_cast<double>(value));
  });
  EXPECT_TRUE(finer);
}

TEST(Random, NormalIsNormal) {
  const Array array = normal(kShape, kStream);
  EXPECT_NEAR(mean(array), 0, kSigmas * standard_error(1));
  EXPECT_NEAR(mean_square(array), 1, kSigmas * standard_error(2));
  EXPECT_LT(distance(array, normal_share), kDistance);
}

TEST(Random, TruncatedNormalIsTheMiddleOfANormal) {
  const Array array = truncated_normal(kShape, 2, kStream);
  EXPECT_LE(*std::ranges::max_element(array.flat()), 2);
  EXPECT_GE(*std::ranges::min_element(array.flat()), -2);
  const double below = normal_share(-2);
  EXPECT_LT(distance(array, [&](double z) { return (normal_share(z) - below) / (1 - 2 * below); }),
            kDistance);
}

TEST(Random, TruncatedNormalRedrawsOnlyWhatIsOutside) {
  const Array all = normal({1000}, kStream);
  const Array inner = truncated_normal({1000}, 2, kStream);
  for (std::size_t i = 0; i < 1000; ++i) {
    if (std::fabs(all.flat()[i]) > 2) continue;
    EXPECT_EQ(inner.flat()[i], all.flat()[i]) << i;
  }
}

TEST(Random, BernoulliHasItsProbability) {
  const Array array = bernoulli(kShape, 0.3L, kStream);
  for (const Real value : array.flat()) EXPECT_TRUE(value == 0 || value == 1);
  EXPECT_NEAR(mean(array), 0.3, kSigmas * standard_error(0.21));
}

TEST(Random, BernoulliOfZeroAndOneIsCertain) {
  EXPECT_EQ(mean(bernoulli(kShape, 0, kStream)), 0);
  EXPECT_EQ(mean(bernoulli(kShape, 1, kStream)), 1);
}

TEST(Random, SameStreamGivesTheSameNumbers) {
  EXPECT_EQ(normal({1000}, kStream).flat(), normal({1000}, kStream).flat());
}

TEST(Random, AnElementDependsOnItsPlaceAlone) {
  const Array few = uniform({2, 3}, kStream);
  const Array many = uniform({1000}, kStream);
  EXPECT_TRUE(std::ranges::equal(few.flat(), std::span(many.flat()).first(6)));
}

TEST(Random, AnotherDrawIsIndependent) {
  const Array first = normal(kShape, kStream);
  const Array second = normal(kShape, {kStream.seed, kStream.draw + 1});
  EXPECT_NEAR(correlation(first, second), 0, kSigmas * standard_error(1));
}

TEST(Random, AnotherSeedIsIndependent) {
  const Array first = normal(kShape, kStream);
  EXPECT_NEAR(correlation(first, normal(kShape, {kStream.seed + 1, kStream.draw})), 0,
              kSigmas * standard_error(1));
  // The upper half of the seed matters, too.
  EXPECT_NEAR(correlation(first, normal(kShape, {kStream.seed + (1ULL << 32), kStream.draw})), 0,
              kSigmas * standard_error(1));
}

TEST(Random, NeighboursAreIndependent) {
  const Array array = normal({kCount + 1}, kStream);
  Array here({kCount}), next({kCount});
  for (std::size_t i = 0; i < static_cast<std::size_t>(kCount); ++i) {
    here.flat()[i] = array.flat()[i];
    next.flat()[i] = array.flat()[i + 1];
  }
  EXPECT_NEAR(correlation(here, next), 0, kSigmas * standard_error(1));
}

TEST(Random, ScalarAndEmptyShapes) {
  EXPECT_EQ(uniform({}, kStream).size(), 1);
  EXPECT_EQ(normal({0, 3}, kStream).size(), 0);
}

}  // namespace
}  // namespace kassay::reference::random_test
