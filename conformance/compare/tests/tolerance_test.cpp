#include "conformance/compare/tolerance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace kassay::compare::tolerance_test {
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

TEST(ElementLimit, WithoutTermsIgnoresTheMagnitude) {
  EXPECT_EQ(element_limit(1.0, 1e9, {2, 0, 0}, DType::kFloat32).total, 2 * 0x1p-23);
}

TEST(ElementLimit, OfAnEmptySumIsZero) {
  EXPECT_EQ(element_limit(0.0, 0.0, {0, 8, 0}, DType::kFloat32).total, 0.0);
}

TEST(ElementLimit, DoesNotShrinkBelowTheSubnormalNumbers) {
  const FloatFormat format = float_format(DType::kFloat16);
  const Limit limit = element_limit(0.0, format.min_subnormal, {0, 4, 0}, DType::kFloat16);
  EXPECT_EQ(limit.from_terms, 2 * 3 * format.min_subnormal);
}

TEST(ElementLimit, WithANaNMagnitudeLetsNothingPass) {
  EXPECT_FALSE(passes(1.0, 1.0, {4, 4, 1}, DType::kFloat32, kNaN));
  EXPECT_FALSE(passes(0.0, 1e-45, {4, 4, 1}, DType::kFloat32, kNaN));
}

TEST(Element, OffByOneUlpPassesOnlyWhereOneUlpIsAllowed) {
  for (const DType dtype : kFloats) {
    const double step = ulp(1.5, dtype);
    EXPECT_TRUE(passes(1.5, 1.5, {0, 0, 0}, dtype));
    EXPECT_FALSE(passes(1.5 + step, 1.5, {0, 0, 0}, dtype));
    EXPECT_FALSE(passes(1.5 - step, 1.5, {0.5, 0, 0}, dtype));
    EXPECT_TRUE(passes(1.5 + step, 1.5, {1, 0, 0}, dtype));
    EXPECT_TRUE(passes(1.5 - step, 1.5, {1, 0, 0}, dtype));
    EXPECT_FALSE(passes(1.5 + 2 * step, 1.5, {1, 0, 0}, dtype));
  }
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
}

TEST(Element, NaNForANumberFails) {
  for (const double expected : {0.0, 1.0, kInfinity, -kInfinity}) {
    EXPECT_FALSE(passes(kNaN, expected, {1e9, 0, 1e9}, DType::kFloat32)) << expected;
  }
}

TEST(Element, NumberForNaNFails) {
  for (const double actual : {0.0, 1.0, kInfinity}) {
    EXPECT_FALSE(passes(actual, kNaN, {1e9, 0, 1e9}, DType::kFloat32)) << actual;
  }
}

TEST(Element, AnyNaNForNaNPasses) {
  EXPECT_TRUE(passes(-kNaN, kNaN, {0, 0, 0}, DType::kFloat64));
  EXPECT_TRUE(passes(std::nan("0x7ff"), kNaN, {0, 0, 0}, DType::kFloat64));
}

TEST(Element, InfinityAllowsNoOtherValue) {
  for (const DType dtype : kFloats) {
    EXPECT_TRUE(passes(kInfinity, kInfinity, {0, 0, 0}, dtype));
    EXPECT_FALSE(passes(float_format(dtype).max, kInfinity, {1e6, 0, 1e300}, dtype));
    EXPECT_FALSE(passes(-kInfinity, kInfinity, {1e6, 0, 1e300}, dtype));
  }
}

TEST(Overflow, InfinityForTheLargestFiniteFailsWhereNoUlpIsAllowed) {
  for (const DType dtype : kFloats) {
    EXPECT_FALSE(passes(kInfinity, float_format(dtype).max, {0, 0, 0}, dtype));
    EXPECT_FALSE(passes(kInfinity, float_format(dtype).max, {0.49, 0, 0}, dtype));
  }
}

TEST(Overflow, InfinityForTheLargestFinitePassesFromHalfAnUlpOn) {
  for (const DType dtype : kFloats) {
    EXPECT_TRUE(passes(kInfinity, float_format(dtype).max, {0.5, 0, 0}, dtype));
    EXPECT_TRUE(passes(-kInfinity, -float_format(dtype).max, {0.5, 0, 0}, dtype));
    EXPECT_FALSE(passes(-kInfinity, float_format(dtype).max, {0.5, 0, 0}, dtype));
  }
}

TEST(Overflow, ErrorOfInfinityIsTheDistanceToTheThreshold) {
  const Limit limit = element_limit(65504.0, 0, {4, 0, 0}, DType::kFloat16);
  const ElementCheck check = check_element(kInfinity, 65504.0, limit, DType::kFloat16, false);
  EXPECT_TRUE(check.passed);
  EXPECT_EQ(check.error, 16.0L);
}

TEST(Overflow, ValueThatRoundsToInfinityExpectsIt) {
  EXPECT_EQ(overflow_threshold(DType::kFloat16), 65520.0L);
  EXPECT_EQ(overflow_threshold(DType::kFloat32), 0x1.ffffffp127L);
  for (const DType dtype : {DType::kFloat16, DType::kFloat32}) {
    const auto threshold = static_cast<double>(overflow_threshold(dtype));
    EXPECT_TRUE(passes(kInfinity, threshold, {0, 0, 0}, dtype));
    EXPECT_TRUE(passes(-kInfinity, -threshold, {0, 0, 0}, dtype));
    EXPECT_FALSE(passes(float_format(dtype).max, threshold, {0.4, 0, 0}, dtype));
    EXPECT_FALSE(passes(kInfinity, std::nextafter(threshold, 0.0), {0, 0, 0}, dtype));
  }
}

TEST(Overflow, LargestFiniteWithinTheLimitOfAValueBeyondPasses) {
  const double beyond = 65530.0;
  EXPECT_TRUE(passes(kInfinity, beyond, {1, 0, 0}, DType::kFloat16));
  EXPECT_TRUE(passes(65504.0, beyond, {1, 0, 0}, DType::kFloat16));
  EXPECT_FALSE(passes(65472.0, beyond, {1, 0, 0}, DType::kFloat16));
}

TEST(Overflow, FarBeyondAllowsInfinityOnly) {
  EXPECT_TRUE(passes(kInfinity, 1e60, {4, 0, 0}, DType::kFloat32));
  EXPECT_FALSE(passes(float_format(DType::kFloat32).max, 1e60, {4, 0, 0}, DType::kFloat32));
}

TEST(Underflow, SubnormalMayFlushToZeroOfEitherSign) {
  for (const DType dtype : kFloats) {
    const double subnormal = float_format(dtype).min_normal / 2;
    for (const double zero : {0.0, -0.0}) {
      EXPECT_TRUE(passes(zero, subnormal, {0, 0, 0}, dtype));
      EXPECT_TRUE(passes(zero, -subnormal, {0, 0, 0}, dtype));
      const Limit limit = element_limit(subnormal, 0, {0, 0, 0}, dtype);
      const ElementCheck check = check_element(zero, -subnormal, limit, dtype, true);
      EXPECT_TRUE(check.passed);
      EXPECT_EQ(check.error, 0.0L);
    }
  }
}

TEST(Underflow, SmallestNormalMustNotFlush) {
  for (const DType dtype : kFloats) {
    EXPECT_FALSE(passes(0.0, float_format(dtype).min_normal, {0, 0, 0}, dtype));
  }
}

TEST(Underflow, NormalNumberWhoseLimitReachesTheSubnormalsMayFlush) {
  const FloatFormat format = float_format(DType::kFloat32);
  EXPECT_TRUE(passes(0.0, format.min_normal, {1, 0, 0}, DType::kFloat32));
  EXPECT_FALSE(
      passes(0.0, format.min_normal + 2 * format.min_subnormal, {1, 0, 0}, DType::kFloat32));
}

TEST(Underflow, AnotherSubnormalThanTheExactOneFails) {
  const FloatFormat format = float_format(DType::kFloat32);
  EXPECT_FALSE(
      passes(format.min_subnormal * 3, format.min_subnormal * 2, {0, 0, 0}, DType::kFloat32));
}

TEST(Underflow, ZeroDoesNotAllowASubnormal) {
  EXPECT_FALSE(
      passes(float_format(DType::kFloat16).min_subnormal, 0.0, {0, 0, 0}, DType::kFloat16));
}

TEST(SignOfZero, CountsOnlyWhereItIsPromised) {
  const Limit limit = element_limit(0.0, 0, {2, 0, 1}, DType::kFloat32);
  EXPECT_TRUE(check_element(-0.0, 0.0, limit, DType::kFloat32, false).passed);
  EXPECT_FALSE(check_element(-0.0, 0.0, limit, DType::kFloat32, true).passed);
  EXPECT_FALSE(check_element(0.0, -0.0, limit, DType::kFloat32, true).passed);
  EXPECT_TRUE(check_element(-0.0, -0.0, limit, DType::kFloat32, true).passed);
}

TEST(RmsLimit, IsThatOfTheFormula) {
  EXPECT_EQ(rms_limit({0, 4096, 0}), 33.0);
  EXPECT_EQ(rms_limit({2, 16, 5}), 5.0);
}

}  // namespace
}  // namespace kassay::compare::tolerance_test
