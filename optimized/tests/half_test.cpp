#include "optimized/cpu/half.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "optimized/level.h"

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

}  // namespace
}  // namespace kassay::optimized::half_test
