#include "optimized/cpu/half.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "optimized/level.h"
#include "optimized/tests/sample.h"

namespace kassay::optimized::half_test {
namespace {

constexpr int kPatterns = 1 << 16;

// half.cpp is compiled for the level KASSAY_LEVEL.
class Half : public testing::Test {
 protected:
  void SetUp() override {
    const auto level = std::ranges::find(levels(), std::string_view(KASSAY_LEVEL), &Level::name);
    if (!level->is_supported()) GTEST_SKIP() << "this processor lacks it";
  }
};

TEST_F(Half, WidensEveryPatternAsTheVocabularyDoes) {
  std::vector<Float16> halves;
  for (int bits = 0; bits < kPatterns; ++bits)
    halves.push_back(Float16::from_bits(static_cast<std::uint16_t>(bits)));
  std::vector<float> wide(halves.size());
  widen(halves.data(), wide.data(), kPatterns);
  for (std::size_t i = 0; i < halves.size(); ++i) {
    const auto expected = static_cast<float>(halves[i]);
    ASSERT_TRUE(wide[i] == expected || (std::isnan(wide[i]) && std::isnan(expected)))
        << "pattern " << i;
  }
}

TEST_F(Half, NarrowsNumbersAndMidpointsAsTheVocabularyDoes) {
  std::vector<float> numbers;
  for (int bits = 0; bits < 0x7c00; ++bits) {
    const auto below = static_cast<float>(Float16::from_bits(static_cast<std::uint16_t>(bits)));
    const auto above = static_cast<float>(Float16::from_bits(static_cast<std::uint16_t>(bits + 1)));
    const float middle = std::isinf(above) ? 65520.0F : (below + above) / 2;
    for (const float number :
         {below, middle, std::nextafter(middle, 0.0F), std::nextafter(middle, 1e9F)}) {
      numbers.push_back(number);
      numbers.push_back(-number);
    }
  }
  std::vector<Float16> halves(numbers.size());
  narrow(numbers.data(), halves.data(), static_cast<std::int64_t>(numbers.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    ASSERT_EQ(halves[i].bits(), Float16(numbers[i]).bits()) << numbers[i];
}

// A third of each element, which float16 cannot hold.
void divide(const Tensor& x, Tensor& result) {
  ASSERT_EQ(x.dtype(), result.dtype());
  with_float_type(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    for (std::size_t i = 0; i < x.data<T>().size(); ++i)
      result.mutable_data<T>()[i] = x.data<T>()[i] / 3;
  });
}

class ComputeWide : public Half {};
class LoopWide : public Half {};

TEST_F(ComputeWide, RoundsAFloat16ResultOnce) {
  const Tensor x = sample(DType::kFloat16, {3 * kBlock + 5}, -0.4L);
  Tensor thirds(DType::kFloat16, x.shape());
  compute_wide(thirds, divide, x);
  for (std::int64_t i = 0; i < x.size(); ++i) {
    const auto third = static_cast<float>(element(x, i)) / 3;
    ASSERT_EQ(element(thirds, i), static_cast<long double>(Float16(third))) << i;
  }
}

TEST_F(ComputeWide, LeavesOtherDtypesAsTheyAre) {
  const Tensor x = sample(DType::kFloat64, {5}, -0.4L);
  Tensor thirds(DType::kFloat64, x.shape());
  compute_wide(
      thirds,
      [&](const Tensor& given, Tensor& result) {
        EXPECT_EQ(given.bytes().data(), x.bytes().data());
        EXPECT_EQ(result.bytes().data(), thirds.bytes().data());
      },
      x);
}

TEST_F(ComputeWide, WidensInputsOfAResultWithAnotherDtype) {
  const Tensor x = sample(DType::kFloat16, {5}, -0.4L);
  Tensor signs(DType::kBool, x.shape());
  compute_wide(
      signs,
      [&](const Tensor& given, Tensor& result) {
        EXPECT_EQ(given.dtype(), DType::kFloat32);
        EXPECT_EQ(result.bytes().data(), signs.bytes().data());
      },
      x);
}

TEST_F(LoopWide, RoundsEachElementOnce) {
  const Tensor x = sample(DType::kFloat16, {kBlock}, -0.4L);
  Tensor thirds(DType::kFloat16, x.shape());
  loop_wide(x.data<Float16>().data(), thirds.mutable_data<Float16>().data(), kBlock,
            [](const float* from, float* to, std::int64_t count) {
              for (std::int64_t i = 0; i < count; ++i) to[i] = from[i] / 3;
            });
  for (std::int64_t i = 0; i < x.size(); ++i) {
    const auto third = static_cast<float>(element(x, i)) / 3;
    ASSERT_EQ(element(thirds, i), static_cast<long double>(Float16(third))) << i;
  }
}

}  // namespace
}  // namespace kassay::optimized::half_test
