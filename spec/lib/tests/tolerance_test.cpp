#include "spec/lib/tolerance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace kassay::tolerance_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr DType kFloats[] = {DType::kFloat16, DType::kFloat32, DType::kFloat64};

bool passes(double actual, double expected, const Accuracy& accuracy, DType dtype,
            double magnitude = 0) {
  const Limit limit = element_limit(expected, magnitude, accuracy, dtype);
  return check_element(actual, expected, limit, dtype, false).passed;
}

TEST(Ulp, DoublesAtEachPowerOfTwo) {
  EXPECT_EQ(ulp(1.0, DType::kFloat16), 0x1p-10);
  EXPECT_EQ(ulp(std::nextafter(2.0, 0.0), DType::kFloat16), 0x1p-10);
  EXPECT_EQ(ulp(2.0, DType::kFloat16), 0x1p-9);
  EXPECT_EQ(ulp(-4.0, DType::kFloat16), 0x1p-8);
  EXPECT_EQ(ulp(1.0, DType::kFloat32), 0x1p-23);
  EXPECT_EQ(ulp(0.5, DType::kFloat32), 0x1p-24);
  EXPECT_EQ(ulp(1024.0, DType::kFloat32), 0x1p-13);
  EXPECT_EQ(ulp(1.0, DType::kFloat64), 0x1p-52);
  EXPECT_EQ(ulp(0x1p1023, DType::kFloat64), 0x1p971);
}

TEST(Ulp, IsTheSmallestSubnormalNearZero) {
  for (const DType dtype : kFloats) {
    const FloatFormat format = float_format(dtype);
    EXPECT_EQ(ulp(0.0, dtype), format.min_subnormal);
    EXPECT_EQ(ulp(-format.min_normal / 2, dtype), format.min_subnormal);
    EXPECT_EQ(ulp(format.min_normal, dtype), format.min_subnormal);
    EXPECT_EQ(ulp(format.min_normal * 2, dtype), format.min_subnormal * 2);
  }
}

TEST(Ulp, StaysTheLastDistanceBeyondTheLargestFinite) {
  EXPECT_EQ(ulp(65504.0, DType::kFloat16), 32.0);
  EXPECT_EQ(ulp(1e30, DType::kFloat16), 32.0);
  EXPECT_EQ(ulp(1e300, DType::kFloat32), 0x1p104);
}

TEST(Ulp, OfInfinityAndNaNIsNaN) {
  EXPECT_TRUE(std::isnan(ulp(kInfinity, DType::kFloat32)));
  EXPECT_TRUE(std::isnan(ulp(kNaN, DType::kFloat32)));
}

TEST(Representable, NumbersOfTheDtypeAndOnlyThese) {
  EXPECT_TRUE(is_representable(0.1F, DType::kFloat32));
  EXPECT_FALSE(is_representable(0.1, DType::kFloat32));
  EXPECT_TRUE(is_representable(2049.0, DType::kFloat32));
  EXPECT_FALSE(is_representable(2049.0, DType::kFloat16));
  EXPECT_TRUE(is_representable(65504.0, DType::kFloat16));
  EXPECT_FALSE(is_representable(65536.0, DType::kFloat16));
  EXPECT_TRUE(is_representable(0x1p-24, DType::kFloat16));
  EXPECT_FALSE(is_representable(0x1p-25, DType::kFloat16));
  EXPECT_TRUE(is_representable(0x1p-1074, DType::kFloat64));
  EXPECT_TRUE(is_representable(std::numeric_limits<double>::max(), DType::kFloat64));
  EXPECT_TRUE(is_representable(kInfinity, DType::kFloat16));
  EXPECT_TRUE(is_representable(kNaN, DType::kFloat16));
}

TEST(ElementLimit, IsTheSumOfItsParts) {
  const Limit limit = element_limit(3.0, 10.0, {4, 9, 1e-3}, DType::kFloat32);
  EXPECT_EQ(limit.ulp, 0x1p-22);
  EXPECT_EQ(limit.from_ulps, 4 * 0x1p-22);
  EXPECT_DOUBLE_EQ(limit.from_terms, 2 * (1 + 3) * 0x1p-24 * 10);
  EXPECT_EQ(limit.atol, 1e-3);
  EXPECT_DOUBLE_EQ(limit.total, limit.from_ulps + limit.from_terms + limit.atol);
}

TEST(ElementLimit, WithoutTermsCountsTheRoundoffOfTheConditionOnce) {
  const Limit limit = element_limit(0x1p-10, 1.5, {4, 0, 0}, DType::kFloat32);
  EXPECT_EQ(limit.from_terms, 1.5 * 0x1p-24);
  EXPECT_EQ(limit.total, 4 * 0x1p-33 + 1.5 * 0x1p-24);
}

TEST(ElementLimit, WithoutUlpsHasNoCondition) {
  EXPECT_EQ(element_limit(0x1p-10, 1.5, {0, 0, 0}, DType::kFloat32).total, 0);
}

TEST(ElementLimit, WithANaNMagnitudeLetsNothingPass) {
  EXPECT_FALSE(passes(1.0, 1.0, {4, 4, 1}, DType::kFloat32, kNaN));
  EXPECT_FALSE(passes(0.0, 1e-45, {4, 4, 1}, DType::kFloat32, kNaN));
}

TEST(Element, MarginIsErrorOverLimit) {
  const Limit limit = element_limit(1.0, 0, {4, 0, 0}, DType::kFloat32);
  const ElementCheck check = check_element(1.0 + 2 * 0x1p-23, 1.0, limit, DType::kFloat32, false);
  EXPECT_EQ(margin_of(check.error, limit.total), 0.5);
}

TEST(Element, MarginOfNoErrorAndNoLimitIsZero) { EXPECT_EQ(margin_of(0, 0), 0.0); }

TEST(Element, MarginWithoutLimitIsInfinite) {
  EXPECT_EQ(margin_of(1e-30L, 0), kInfinity);
  EXPECT_EQ(margin_of(1e-30L, kNaN), kInfinity);
  EXPECT_EQ(margin_of(kNaN, 0), kInfinity);
}

TEST(Element, AnyNaNForNaNPasses) {
  EXPECT_TRUE(passes(-kNaN, kNaN, {0, 0, 0}, DType::kFloat64));
  EXPECT_TRUE(passes(std::nan("0x7ff"), kNaN, {0, 0, 0}, DType::kFloat64));
}

TEST(Overflow, ThresholdIsHalfAnUlpAboveTheLargestFinite) {
  EXPECT_EQ(overflow_threshold(DType::kFloat16), 65520.0L);
  EXPECT_EQ(overflow_threshold(DType::kFloat32), 0x1.ffffffp127L);
  EXPECT_EQ(overflow_threshold(DType::kFloat64), 0x1.fffffffffffff8p1023L);
}

TEST(RmsLimit, IsThatOfTheFormula) {
  EXPECT_EQ(rms_limit({0, 4096, 0}), 33.0);
  EXPECT_EQ(rms_limit({2, 16, 5}), 5.0);
}

}  // namespace
}  // namespace kassay::tolerance_test
