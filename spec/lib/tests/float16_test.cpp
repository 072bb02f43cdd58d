#include "spec/lib/float16.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace kassay::float16_test {
namespace {

constexpr int kExponentMask = 0x1f;
constexpr std::uint16_t kSign = 0x8000;
constexpr std::uint16_t kInfinity = 0x7c00;

bool is_nan(std::uint16_t bits) { return (bits & 0x7fff) > kInfinity; }
std::uint16_t round_to_bits(long double value) { return Float16(value).bits(); }
double value_of(std::uint16_t bits) { return static_cast<double>(Float16::from_bits(bits)); }

// The definition of binary16 (IEEE 754, 3.4), in arithmetic that is exact in double.
double defined_value(std::uint16_t bits) {
  const int exponent = (bits >> 10) & kExponentMask;
  const int fraction = bits & 0x3ff;
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return (bits & kSign) != 0 ? -magnitude : magnitude;
}

TEST(Float16, EveryFiniteBitPatternHasItsDefinedValue) {
  for (std::uint32_t bits = 0; bits <= 0xffff; ++bits) {
    if ((bits >> 10 & kExponentMask) == kExponentMask) continue;
    const auto pattern = static_cast<std::uint16_t>(bits);
    ASSERT_EQ(value_of(pattern), defined_value(pattern)) << bits;
    ASSERT_EQ(std::signbit(value_of(pattern)), (bits & kSign) != 0) << bits;
  }
}

TEST(Float16, EveryBitPatternReadsBack) {
  for (std::uint32_t bits = 0; bits <= 0xffff; ++bits) {
    const auto pattern = static_cast<std::uint16_t>(bits);
    if (is_nan(pattern)) {
      ASSERT_TRUE(std::isnan(value_of(pattern))) << bits;
      ASSERT_TRUE(is_nan(round_to_bits(value_of(pattern)))) << bits;
    } else {
      ASSERT_EQ(round_to_bits(value_of(pattern)), pattern) << bits;
    }
  }
}

// Between each two neighbours: the middle goes to the even one, anything beyond it to the nearer.
TEST(Float16, EveryTieGoesToEven) {
  for (std::uint16_t low = 0; low < 0x7bff; ++low) {
    const std::uint16_t high = low + 1;
    const long double middle = (static_cast<long double>(value_of(low)) + value_of(high)) / 2;
    const std::uint16_t even = low % 2 == 0 ? low : high;
    ASSERT_EQ(round_to_bits(middle), even) << low;
    ASSERT_EQ(round_to_bits(-middle), even | kSign) << low;
    ASSERT_EQ(round_to_bits(std::nextafter(middle, 0.0L)), low) << low;
    ASSERT_EQ(round_to_bits(std::nextafter(middle, 1e9L)), high) << low;
  }
}

TEST(Float16, OverflowBeginsAtTheMiddleAboveTheLargest) {
  EXPECT_EQ(round_to_bits(std::nextafter(65520.0L, 0.0L)), 0x7bff);
  EXPECT_EQ(round_to_bits(65520), kInfinity);
  EXPECT_EQ(round_to_bits(-65520), kInfinity | kSign);
  EXPECT_EQ(round_to_bits(std::numeric_limits<long double>::max()), kInfinity);
}

TEST(Float16, InfinityStays) {
  EXPECT_EQ(round_to_bits(std::numeric_limits<long double>::infinity()), kInfinity);
  EXPECT_EQ(value_of(kInfinity | kSign), -std::numeric_limits<double>::infinity());
}

TEST(Float16, TinyNumbersRoundToZeroWithTheirSign) {
  EXPECT_EQ(round_to_bits(std::numeric_limits<long double>::denorm_min()), 0);
  EXPECT_EQ(round_to_bits(-std::numeric_limits<long double>::denorm_min()), kSign);
  EXPECT_EQ(round_to_bits(0x1p-25L), 0);
  EXPECT_EQ(round_to_bits(std::nextafter(0x1p-25L, 1.0L)), 1);
}

// 1 + 2^-11 + 2^-60 lies above a tie that a first rounding to double or float would make exact.
TEST(Float16, LongDoubleIsNotRoundedTwice) {
  EXPECT_EQ(round_to_bits(1.0L + 0x1p-11L + 0x1p-60L), 0x3c01);
}

}  // namespace
}  // namespace kassay::float16_test
