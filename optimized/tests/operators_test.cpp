// A tensor times a number that float32 cannot hold: the exact number counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "optimized/optimized.h"
#include "optimized/tests/sample.h"

namespace kassay::optimized::operators_test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::vector<float> products(const std::vector<float>& elements, double number) {
  Tensor x(DType::kFloat32, {static_cast<std::int64_t>(elements.size())});
  std::copy(elements.begin(), elements.end(), x.mutable_data<float>().begin());
  const auto backend = make_optimized(Edition::kKo);
  const Tensor result = evaluated(*backend, "operator.mul", {{x, number}, {}});
  return {result.data<float>().begin(), result.data<float>().end()};
}

class TimesANumber : public testing::TestWithParam<double> {};

TEST_P(TimesANumber, IsTheNearestFloatOrTheNextOne) {
  std::vector<float> elements;
  for (int exponent = -60; exponent <= 60; ++exponent) {
    for (float fraction = 1; fraction < 2; fraction += 0.00917F)
      elements.push_back(std::ldexp(fraction, exponent));
  }
  const std::vector<float> found = products(elements, GetParam());
  std::size_t different = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto nearest = static_cast<float>(static_cast<double>(elements[i]) * GetParam());
    if (found[i] == nearest) continue;
    ++different;
    ASSERT_TRUE(found[i] == std::nextafter(nearest, kInfinity) ||
                found[i] == std::nextafter(nearest, -kInfinity))
        << elements[i] << " * " << GetParam() << " = " << found[i] << ", not " << nearest;
  }
  EXPECT_LT(different, elements.size() / 1000);
}

TEST_P(TimesANumber, KeepsInfinitiesZerosAndNaN) {
  const std::vector<float> elements = {kInfinity, -kInfinity, 0.0F, -0.0F, std::nanf("")};
  const std::vector<float> found = products(elements, GetParam());
  for (std::size_t i = 0; i + 1 < elements.size(); ++i) {
    const auto expected = static_cast<float>(static_cast<double>(elements[i]) * GetParam());
    EXPECT_EQ(found[i], expected);
    EXPECT_EQ(std::signbit(found[i]), std::signbit(expected));
  }
  EXPECT_TRUE(std::isnan(found.back()));
}

INSTANTIATE_TEST_SUITE_P(Numbers, TimesANumber,
                         testing::Values(0.9, -0.9, 0.1, 0.999, -0.001, 1.0 / 3, 1e-8, 12345.6789));

TEST(TimesANumberOutsideFloat, BeyondFloatOverflowsWhereTheProductDoes) {
  EXPECT_EQ(products({1e-5F, 1, -1, 0}, 1e39),
            (std::vector<float>{1e34F, kInfinity, -kInfinity, 0}));
}

TEST(TimesANumberOutsideFloat, BelowFloatIsNotZero) {
  EXPECT_EQ(products({1e30F, kInfinity}, 1e-60), (std::vector<float>{1e-30F, kInfinity}));
}

}  // namespace
}  // namespace kassay::optimized::operators_test
