// Whether the tolerance tells right arithmetic from arithmetic of reduced precision.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "conformance/compare/tests/answers.h"

namespace kassay::compare::testing::rounding_test {
namespace {

constexpr int kRows = 256;
constexpr int kTerms[] = {4, 8, 16, 64, 256, 1024, 4096};

struct DotProducts {
  int terms;
  std::vector<float> left, right;  // kRows times `terms`
};

// Uniform in [-1, 1) on a fixed grid, the same on every machine: no distribution of the library is
// used.
std::vector<float> random_floats(std::mt19937& generator, std::size_t count) {
  std::vector<float> values(count);
  for (float& value : values) {
    const auto bits = static_cast<std::int32_t>(generator() >> 8);  // 24 bits
    value = static_cast<float>(bits - (1 << 23)) * 0x1p-23F;
  }
  return values;
}

DotProducts random_products(int terms) {
  std::mt19937 generator(static_cast<unsigned>(terms));
  const std::size_t count = static_cast<std::size_t>(kRows) * terms;
  DotProducts result{terms, random_floats(generator, count), {}};
  result.right = random_floats(generator, count);
  return result;
}

ExpectedTensor truth(const DotProducts& products) {
  std::vector<double> values(kRows);
  std::vector<double> magnitudes(kRows);
  for (int row = 0; row < kRows; ++row) {
    long double sum = 0;
    long double magnitude = 0;
    for (int k = 0; k < products.terms; ++k) {
      const std::size_t i = static_cast<std::size_t>(row) * products.terms + k;
      const long double term = static_cast<long double>(products.left[i]) * products.right[i];
      sum += term;
      magnitude += std::fabs(term);
    }
    values[row] = static_cast<double>(sum);
    magnitudes[row] = static_cast<double>(magnitude);
  }
  return expected(DType::kFloat32, {kRows}, values, magnitudes);
}

float bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t to_even = 0x7fffU + ((bits >> 16) & 1U);
  return std::bit_cast<float>((bits + to_even) & 0xffff0000U);
}

// TF32 keeps ten bits of the fraction.
float tf32(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t to_even = 0xfffU + ((bits >> 13) & 1U);
  return std::bit_cast<float>((bits + to_even) & 0xffffe000U);
}

// One float32 accumulator, term after term; `round_input` is what the inputs go through first.
template <class Round>
Answer sequential(const DotProducts& products, Round round_input) {
  Tensor result(DType::kFloat32, {kRows});
  for (int row = 0; row < kRows; ++row) {
    float sum = 0;
    for (int k = 0; k < products.terms; ++k) {
      const std::size_t i = static_cast<std::size_t>(row) * products.terms + k;
      sum += round_input(products.left[i]) * round_input(products.right[i]);
    }
    result.mutable_data<float>()[static_cast<std::size_t>(row)] = sum;
  }
  return answer({result});
}

Accuracy accuracy_of(const DotProducts& products) {
  return {0, static_cast<double>(products.terms), 0};
}

TEST(Rounding, OneSequentialAccumulatorPassesAtEveryLength) {
  for (const int terms : kTerms) {
    const DotProducts products = random_products(terms);
    const Answer sums = sequential(products, [](float value) { return value; });
    const Verdict verdict = compare(sums, {{truth(products)}, {}}, accuracy_of(products), false);
    EXPECT_TRUE(verdict.passed) << terms << " terms, margin " << verdict.margin;
    EXPECT_GT(verdict.margin, 0.01) << "nothing was compared";
  }
}

TEST(Rounding, Bfloat16InputsFailAtEveryLength) {
  for (const int terms : kTerms) {
    const DotProducts products = random_products(terms);
    EXPECT_NE(
        failing_check(sequential(products, bfloat16), {truth(products)}, accuracy_of(products)), "")
        << terms << " terms";
  }
}

TEST(Rounding, Tf32InputsFailAtEveryLength) {
  for (const int terms : kTerms) {
    const DotProducts products = random_products(terms);
    EXPECT_NE(failing_check(sequential(products, tf32), {truth(products)}, accuracy_of(products)),
              "")
        << terms << " terms";
  }
}

TEST(Rounding, SequentialSumsOfSubnormalProductsPass) {
  constexpr int kCount = 64;
  constexpr int kLength = 100;
  std::mt19937 generator(7);
  std::vector<double> values(kCount);
  std::vector<double> magnitudes(kCount);
  Tensor sums(DType::kFloat16, {kCount});
  for (int row = 0; row < kCount; ++row) {
    Float16 sum;
    for (int k = 0; k < kLength; ++k) {
      const std::vector<float> pair = random_floats(generator, 2);
      const long double product = static_cast<long double>(Float16(pair[0] * 0x1p-10F)) *
                                  static_cast<long double>(Float16(pair[1] * 0x1p-11F));
      values[row] += static_cast<double>(product);
      magnitudes[row] += static_cast<double>(std::fabs(product));
      sum = Float16(static_cast<long double>(sum) + static_cast<long double>(Float16(product)));
    }
    sums.mutable_data<Float16>()[static_cast<std::size_t>(row)] = sum;
  }
  ASSERT_LT(magnitudes[0], float_format(DType::kFloat16).min_normal);
  EXPECT_EQ(failing_check(answer({sums}), {expected(DType::kFloat16, {kCount}, values, magnitudes)},
                          {0, kLength, 0}),
            "");
}

// Elements of magnitude 1 whose errors all are `error`.
Answer biased(int count, double error) {
  return answer({tensor(DType::kFloat32, {count}, std::vector<double>(count, 1 + error))});
}
ExpectedTensor ones(int count) {
  const std::vector<double> values(static_cast<std::size_t>(count), 1.0);
  return expected(DType::kFloat32, {count}, values, values);
}

TEST(Rms, BiasThatNoSingleElementShows) {
  // With 16 terms an element may be 10 u off, the whole 3 u.
  const Accuracy accuracy{0, 16, 0};
  const Verdict verdict = compare(biased(64, 4 * 0x1p-23), {{ones(64)}, {}}, accuracy, false);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->check, Check::kRms);
  EXPECT_EQ(verdict.failure->error, 8.0);
  EXPECT_EQ(verdict.failure->limit, 3.0);
  EXPECT_DOUBLE_EQ(verdict.margin, 8.0 / 3.0);
}

TEST(Rms, IsNotTakenBelow64Elements) {
  EXPECT_EQ(failing_check(biased(63, 4 * 0x1p-23), {ones(63)}, {0, 16, 0}), "");
}

TEST(Rms, IsNotTakenWithoutTerms) {
  EXPECT_EQ(failing_check(biased(64, 4 * 0x1p-23), {ones(64)}, {8, 0, 0}), "");
}

TEST(Rms, CountsOnlyElementsThatAreFiniteAndHaveAMagnitude) {
  ExpectedTensor mixed = ones(65);
  mixed.value.mutable_data<double>()[0] = std::nan("");
  mixed.magnitude->mutable_data<double>()[1] = 0;
  Answer answer = biased(65, 4 * 0x1p-23);
  auto values = std::get<Tensor>(answer.outputs[0]).mutable_data<float>();
  values[0] = std::nanf("");
  values[1] = 1;
  EXPECT_EQ(failing_check(answer, {mixed}, {0, 16, 0}), "");
}

TEST(Rms, CorrectlyRoundedSubnormalsPass) {
  // Each error is up to half the smallest subnormal, far more than u m.
  std::vector<double> values(64);
  for (int i = 0; i < 64; ++i) values[i] = (i + 0.375) * 0x1p-149;
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat32, {64}, values)}),
                          {expected(DType::kFloat32, {64}, values, values)}, {0, 4, 0}),
            "");
}

TEST(Rms, FlushedSubnormalsPass) {
  const std::vector<double> values(64, 0x1p-130);
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat32, {64}, std::vector<double>(64, 0))}),
                          {expected(DType::kFloat32, {64}, values, values)}, {0, 4, 0}),
            "");
}

}  // namespace
}  // namespace kassay::compare::testing::rounding_test
