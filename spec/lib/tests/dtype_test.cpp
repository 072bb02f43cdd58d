#include "spec/lib/dtype.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace kassay::dtype_test {
namespace {

constexpr DType kAll[] = {DType::kBool,    DType::kUint8,   DType::kInt8,
                          DType::kInt16,   DType::kInt32,   DType::kInt64,
                          DType::kFloat16, DType::kFloat32, DType::kFloat64};

TEST(DType, NameReadsBack) {
  for (const DType dtype : kAll) EXPECT_EQ(parse_dtype(dtype_name(dtype)), dtype);
}

TEST(DType, UnknownNameIsNone) {
  for (const char* name : {"", "float", "Float32", "float32 ", "uint16", "bfloat16"}) {
    EXPECT_EQ(parse_dtype(name), std::nullopt) << name;
  }
}

TEST(DType, SizeIsTheBitsOfTheName) {
  EXPECT_EQ(dtype_size(DType::kBool), 1u);
  for (const DType dtype : kAll) {
    const std::string name(dtype_name(dtype));
    if (dtype == DType::kBool) continue;
    const std::string bits = name.substr(name.find_first_of("0123456789"));
    EXPECT_EQ(dtype_size(dtype) * 8, std::stoul(bits)) << name;
  }
}

TEST(DType, BoolIsNeitherIntegerNorFloating) {
  EXPECT_FALSE(is_integer(DType::kBool));
  EXPECT_FALSE(is_floating(DType::kBool));
}

TEST(DType, FormatHoldsIeeeValues) {
  const FloatFormat half = float_format(DType::kFloat16);
  EXPECT_EQ(half.max, 65504);
  EXPECT_EQ(half.min_normal, std::ldexp(1.0, -14));
  const FloatFormat single = float_format(DType::kFloat32);
  EXPECT_EQ(single.precision, 24);
  EXPECT_EQ(single.min_exponent, -126);
  EXPECT_EQ(single.min_subnormal, std::ldexp(1.0, -149));
  const FloatFormat wide = float_format(DType::kFloat64);
  EXPECT_EQ(wide.precision, 53);
  EXPECT_EQ(wide.min_subnormal, 5e-324);
}

TEST(DType, FormatAgreesWithItself) {
  for (const DType dtype : {DType::kFloat16, DType::kFloat32, DType::kFloat64}) {
    const FloatFormat format = float_format(dtype);
    EXPECT_EQ(format.roundoff, std::ldexp(1.0, -format.precision));
    EXPECT_EQ(format.min_normal, std::ldexp(1.0, format.min_exponent));
    EXPECT_EQ(format.min_subnormal, std::ldexp(1.0, format.min_exponent - format.precision + 1));
    // The largest number has all bits of its significand set, one binade below overflow.
    EXPECT_EQ(format.max, std::ldexp(2 - 2 * format.roundoff, 1 - format.min_exponent));
  }
}

TEST(DType, TypeHasTheNamedDType) {
  for (const DType dtype : kAll) {
    EXPECT_EQ(with_type_of(dtype, [](auto zero) { return DTypeOf<decltype(zero)>::value; }), dtype);
  }
}

}  // namespace
}  // namespace kassay::dtype_test
