// The range of each element of a sample: allowed values, and the messages about others.
#include <gtest/gtest.h>

#include <limits>

#include "conformance/compare/tests/generated.h"

namespace kassay::compare::testing::sample_range_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Of a float32 sample with so few elements that only their range counts.
Verdict verdict_on(const std::vector<double>& elements, Distribution distribution,
                   const Accuracy& accuracy = {}, DType dtype = DType::kFloat32) {
  const Shape shape = {static_cast<std::int64_t>(elements.size())};
  return compare(answer({tensor(dtype, shape, elements)}),
                 {{sample(shape, std::move(distribution), dtype)}, {}}, accuracy, false);
}

// Each element may be 0 or 2.
BernoulliDistribution zero_or_two(std::int64_t elements) {
  const std::vector<double> values(static_cast<std::size_t>(elements), 2.0);
  return {0.5, tensor(DType::kFloat64, {elements}, values)};
}

TEST(SampleRange, FirstElementOutsideAndTheirNumberAreTold) {
  const Verdict verdict = verdict_on({0.5, 1.5, -3, 0.25}, UniformDistribution{0, 1});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->check, Check::kRange);
  EXPECT_EQ(verdict.failure->index, (std::vector<std::int64_t>{1}));
  EXPECT_EQ(verdict.failure->expected, "a number from 0 to 1");
  EXPECT_EQ(verdict.failure->actual, "1.5");
  EXPECT_EQ(verdict.failure->error, 0.5);
  EXPECT_EQ(verdict.failure->limit, 0);
  EXPECT_EQ(verdict.failure->mismatched, 2);
  EXPECT_EQ(verdict.failure->elements, 4);
  EXPECT_EQ(verdict.margin, kInfinity);
  EXPECT_EQ(verdict.note, "50 % of the elements are impossible under the distribution.");
}

TEST(SampleRange, BelowIsOutsideToo) {
  const Verdict verdict = verdict_on({-3, 0.5, 0.5}, UniformDistribution{-1, 1});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->error, 2);
  EXPECT_EQ(verdict.note, "33.33 % of the elements are impossible under the distribution.");
}

TEST(SampleRange, EndsAreInside) {
  EXPECT_TRUE(verdict_on({-1, 1}, UniformDistribution{-1, 1}).passed);
  EXPECT_TRUE(verdict_on({-1, 3}, ClippedNormalDistribution{1, 1, 2}).passed);
}

TEST(SampleRange, NormalNumbersAreFinite) {
  EXPECT_TRUE(verdict_on({-3e38, 3e38}, NormalDistribution{0, 1}).passed);
  const Verdict verdict = verdict_on({0, -kInfinity}, NormalDistribution{0, 1});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->expected, "a finite number");
  EXPECT_EQ(verdict.failure->index, (std::vector<std::int64_t>{1}));
}

TEST(SampleRange, NaNIsInNone) {
  EXPECT_FALSE(verdict_on({kNaN}, NormalDistribution{0, 1}).passed);
  EXPECT_FALSE(verdict_on({kNaN}, zero_or_two(1), {0, 0, 1}).passed);
  EXPECT_EQ(verdict_on({kNaN}, zero_or_two(1), {0, 0, 1}).margin, kInfinity);
}

TEST(SampleRange, OfATruncatedNormalNamesItsBound) {
  const Verdict verdict = verdict_on({1, 1, 1, 7.5}, TruncatedNormalDistribution{1, 2, 3});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.note,
            "25 % of the elements are more than 3 standard deviations from the mean: they must be "
            "drawn again.");
}

TEST(SampleRange, FlagsAreZeroOrOne) {
  for (const DType dtype : {DType::kUint8, DType::kFloat32}) {
    EXPECT_TRUE(verdict_on({0, 1}, BernoulliDistribution{0.5, {}}, {}, dtype).passed);
    const Verdict verdict = verdict_on({1, 2}, BernoulliDistribution{0.5, {}}, {}, dtype);
    ASSERT_FALSE(verdict.passed);
    EXPECT_EQ(verdict.failure->expected, "0 or 1");
    EXPECT_EQ(verdict.failure->actual, "2");
    EXPECT_EQ(verdict.failure->error, 1);
    EXPECT_EQ(verdict.margin, kInfinity);
  }
}

TEST(SampleRange, FlagsHaveNoTolerance) {
  EXPECT_FALSE(verdict_on({1 + 0x1p-23}, BernoulliDistribution{0.5, {}}, {4, 0, 1}).passed);
}

TEST(SampleRange, BoolThatIsNeitherFalseNorTrueIsOutside) {
  Tensor odd(DType::kBool, {1});
  odd.mutable_bytes()[0] = std::byte{2};
  EXPECT_EQ(failing(odd, sample({1}, BernoulliDistribution{0.5, {}}, DType::kBool)), "range");
}

TEST(SampleRange, ValuesAreHeldToTheTolerance) {
  const Verdict verdict = verdict_on({2, 0, 2.25, 1.875}, zero_or_two(4), {0, 0, 0.5});
  EXPECT_TRUE(verdict.passed);
  EXPECT_EQ(verdict.margin, 0.5);
  EXPECT_TRUE(verdict_on({2.5}, zero_or_two(1), {0, 0, 0.5}).passed);
  EXPECT_EQ(verdict_on({1.5}, zero_or_two(1), {0, 0, 0.5}).margin, 1);
  EXPECT_EQ(verdict_on({1}, zero_or_two(1), {0, 0, 1.25}).margin, 0.8);
}

TEST(SampleRange, ValueBeyondTheToleranceIsMeasured) {
  const Verdict verdict = verdict_on({2, 3, 4, -0.5, 0.5}, zero_or_two(5), {0, 0, 0.5});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->index, (std::vector<std::int64_t>{1}));
  EXPECT_EQ(verdict.failure->expected, "0 or 2");
  EXPECT_EQ(verdict.failure->error, 1);
  EXPECT_EQ(verdict.failure->limit, 0.5);
  EXPECT_EQ(verdict.failure->mismatched, 4);
  EXPECT_EQ(verdict.margin, 5);  // of -0.5, which is 2.5 from 2
}

TEST(SampleRange, ValueIsThatOfItsElement) {
  const BernoulliDistribution values{0.5, tensor(DType::kFloat64, {2}, {2, 4})};
  EXPECT_TRUE(verdict_on({2, 4}, values).passed);
  const Verdict verdict = verdict_on({2, 2}, values);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->expected, "0 or 4");
  EXPECT_FALSE(verdict_on({4, 4}, values).passed);
}

TEST(SampleRange, UlpsOfAValueAreThoseOfItsDtype) {
  EXPECT_TRUE(verdict_on({2 + 0x1p-22}, zero_or_two(1), {1, 0, 0}).passed);
  EXPECT_FALSE(verdict_on({2 + 0x1p-21}, zero_or_two(1), {1, 0, 0}).passed);
}

}  // namespace
}  // namespace kassay::compare::testing::sample_range_test
