#include "spec/lib/tensor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <new>

namespace kassay::tensor_test {
namespace {

constexpr long double kInfinity = std::numeric_limits<long double>::infinity();

template <class T>
T stored(DType dtype, long double value) {
  Tensor tensor(dtype, {});
  set_element(tensor, 0, value);
  return tensor.data<T>()[0];
}

TEST(Tensor, RankZeroHasOneElement) { EXPECT_EQ(Tensor(DType::kInt32, {}).size(), 1); }

TEST(Tensor, ZeroDimensionHasNone) {
  EXPECT_EQ(Tensor(DType::kInt32, {3, 0, 2}).size(), 0);
  EXPECT_EQ(element_count({std::int64_t{1} << 62, std::int64_t{1} << 62, 0}), 0);
}

TEST(Tensor, NewElementsAreZero) {
  const Tensor tensor(DType::kFloat64, {1000});
  for (const double value : tensor.data<double>()) ASSERT_EQ(value, 0);
}

TEST(Tensor, CountThatOverflowsIsOutOfMemory) {
  const std::int64_t huge = std::int64_t{1} << 32;
  EXPECT_THROW(Tensor(DType::kBool, {huge, huge}), std::bad_alloc);
  EXPECT_THROW(Tensor(DType::kFloat64, {huge, huge / 4}), std::bad_alloc);
}

TEST(Tensor, ShapePrintsAsInPython) {
  EXPECT_EQ(to_string(Shape{}), "()");
  EXPECT_EQ(to_string(Shape{5}), "(5,)");
  EXPECT_EQ(to_string(Shape{3, 4}), "(3, 4)");
  EXPECT_EQ(to_string(Shape{-1, 4}), "(None, 4)");
}

TEST(Tensor, ReshapedSharesElements) {
  Tensor tensor(DType::kInt32, {2, 3});
  const Tensor flat = tensor.reshaped({6});
  set_element(tensor, 4, 7);
  EXPECT_EQ(flat.data<std::int32_t>()[4], 7);
  EXPECT_EQ(flat.shape(), Shape{6});
}

TEST(Element, HoldsTheLargestInt64Exactly) {
  const std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  Tensor tensor(DType::kInt64, {2});
  tensor.mutable_data<std::int64_t>()[1] = largest;
  EXPECT_EQ(element(tensor, 1), static_cast<long double>(largest));
  set_element(tensor, 0, element(tensor, 1));
  EXPECT_EQ(tensor.data<std::int64_t>()[0], largest);
}

TEST(SetElement, IntegersTruncateTowardZero) {
  EXPECT_EQ(stored<std::int32_t>(DType::kInt32, 2.9L), 2);
  EXPECT_EQ(stored<std::int32_t>(DType::kInt32, -2.9L), -2);
}

TEST(SetElement, IntegersWrap) {
  EXPECT_EQ(stored<std::uint8_t>(DType::kUint8, 256 + 7), 7);
  EXPECT_EQ(stored<std::uint8_t>(DType::kUint8, -1), 255);
  EXPECT_EQ(stored<std::int8_t>(DType::kInt8, 128), -128);
  EXPECT_EQ(stored<std::int64_t>(DType::kInt64, 0x1p63L), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(stored<std::int64_t>(DType::kInt64, 0x1p70L), 0);
}

TEST(SetElement, IntegersTakeNoNumberAsZero) {
  EXPECT_EQ(stored<std::int32_t>(DType::kInt32, std::nanl("")), 0);
  EXPECT_EQ(stored<std::int32_t>(DType::kInt32, -kInfinity), 0);
}

TEST(SetElement, BoolIsNotZero) {
  EXPECT_TRUE(stored<bool>(DType::kBool, 0.25L));
  EXPECT_TRUE(stored<bool>(DType::kBool, std::nanl("")));
  EXPECT_FALSE(stored<bool>(DType::kBool, -0.0L));
}

// Just above a tie of the target, by less than a double keeps: rounding through double would lose
// it.
TEST(SetElement, FloatsRoundOnce) {
  EXPECT_EQ(stored<float>(DType::kFloat32, 1.0L + 0x1p-24L + 0x1p-60L), 1.0F + 0x1p-23F);
  EXPECT_EQ(stored<Float16>(DType::kFloat16, 1.0L + 0x1p-11L + 0x1p-60L).bits(), 0x3c01);
}

TEST(SetElement, FloatsOverflowToInfinity) {
  EXPECT_EQ(stored<float>(DType::kFloat32, 1e39L), std::numeric_limits<float>::infinity());
  EXPECT_EQ(stored<double>(DType::kFloat64, -0x1p2000L), -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace kassay::tensor_test
