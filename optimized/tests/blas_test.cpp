// Matrix products by OpenBLAS. Elements are small integers, so that sums are never rounded.
#include "optimized/blas.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "optimized/level.h"
#include "optimized/threads.h"
#include "reference/graph/kernel.h"

namespace kassay::optimized::blas_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

class Blas : public testing::Test {
 protected:
  void SetUp() override {
    if (blas_description().empty()) GTEST_SKIP() << "there is no OpenBLAS";
    set_products(Products::kBlas);
  }
  void TearDown() override {
    set_products(Products::kFaster);
    set_thread_count(threads_);
  }

  const int threads_ = thread_count();
};

Tensor matrix(std::int64_t rows, std::int64_t columns, DType dtype = DType::kFloat32) {
  Tensor tensor(dtype, {rows, columns});
  for (std::int64_t i = 0; i < tensor.size(); ++i)
    set_element(tensor, i, static_cast<long double>(i * 7 % 11 - 5));
  return tensor;
}

// x y, where x_axis and y_axis are the axes of terms.
reference::BoundCall contraction(const Tensor& x, const Tensor& y, std::int64_t x_axis,
                                 std::int64_t y_axis) {
  return {reference::find_internal_signature("internal.contract"), nullptr, {x, y, x_axis, y_axis}};
}

Tensor product(const reference::BoundCall& call, const Shape& shape) {
  std::vector<Tensor> results{Tensor::unspecified(std::get<Tensor>(call.values[0]).dtype(), shape)};
  EXPECT_TRUE((*level_to_use().find_kernel("internal.contract"))(call, results));
  return results.front();
}

class BlasOf : public Blas,
               public testing::WithParamInterface<std::tuple<DType, std::int64_t, std::int64_t>> {};

TEST_P(BlasOf, MatricesAsTheyLie) {
  const auto [dtype, x_axis, y_axis] = GetParam();
  const Tensor x = x_axis == 1 ? matrix(33, 70, dtype) : matrix(70, 33, dtype);
  const Tensor y = y_axis == 0 ? matrix(70, 9, dtype) : matrix(9, 70, dtype);
  const auto call = contraction(x, y, x_axis, y_axis);
  const Tensor expected =
      std::get<Tensor>(reference::find_internal_kernel("internal.contract")->compute(call).front());
  const Tensor actual = product(call, {33, 9});
  for (std::int64_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(element(actual, i), element(expected, i)) << i;
}

INSTANTIATE_TEST_SUITE_P(Layouts, BlasOf,
                         testing::Combine(testing::Values(DType::kFloat32, DType::kFloat64,
                                                          DType::kFloat16),
                                          testing::Values(0, 1), testing::Values(0, 1)));

TEST_F(Blas, AFactorOfZeroHidesNothing) {
  Tensor x(DType::kFloat32, {2, 4}), y(DType::kFloat32, {4, 3});
  set_element(y, 1, kNaN);
  set_element(y, 2, kInfinity);
  const Tensor result = product(contraction(x, y, 1, 0), {2, 3});
  for (const std::int64_t row : {0, 3}) {
    EXPECT_EQ(element(result, row), 0);
    EXPECT_TRUE(std::isnan(element(result, row + 1)));
    EXPECT_TRUE(std::isnan(element(result, row + 2)));
  }
}

// More rows and columns than one part has.
TEST_F(Blas, ThreadsChangeNoBit) {
  Tensor x = matrix(1100, 90), y = matrix(90, 1050);
  for (Tensor* tensor : {&x, &y})
    for (float& each : tensor->mutable_data<float>()) each = std::sqrt(each + 5.5F);
  std::vector<Tensor> results;
  for (const int threads : {1, 2, 5}) {
    set_thread_count(threads);
    results.push_back(product(contraction(x, y, 1, 0), {1100, 1050}));
  }
  for (const Tensor& other : results)
    EXPECT_TRUE(std::ranges::equal(other.bytes(), results.front().bytes()));
}

TEST_F(Blas, TakesNoVectorsAndNothingWhereItIsSwitchedOff) {
  EXPECT_TRUE(takes_blas(2, 2, 1, 64, false));
  EXPECT_FALSE(takes_blas(1, 9, 9, 64, false));
  EXPECT_FALSE(takes_blas(9, 1, 9, 64, false));
  EXPECT_FALSE(takes_blas(9, 9, 0, 64, false));
  set_products(Products::kTiles);
  EXPECT_FALSE(takes_blas(4096, 4096, 4096, 32, false));
}

TEST_F(Blas, SizesDecideUnlessOneIsSwitchedOff) {
  set_products(Products::kFaster);
  EXPECT_FALSE(takes_blas(16, 16, 16, 32, false));  // little work
  EXPECT_TRUE(takes_blas(256, 256, 256, 32, false));
  EXPECT_TRUE(takes_blas(256, 256, 256, 64, false));
  EXPECT_FALSE(takes_blas(256, 256, 256, 32, true));      // packed
  EXPECT_FALSE(takes_blas(6272, 64, 576, 32, false));     // few columns
  EXPECT_FALSE(takes_blas(64, 64, 100'000, 32, false));   // many terms
  EXPECT_FALSE(takes_blas(1024, 1024, 32, 32, false));    // few terms
  EXPECT_TRUE(takes_blas(1024, 1024, 1024, 32, true));    // large
  EXPECT_FALSE(takes_blas(1024, 1024, 1024, 64, false));  // compared with wide vectors
  EXPECT_TRUE(takes_blas(64, 64, 64, 16, true));          // compared with short ones
}

}  // namespace
}  // namespace kassay::optimized::blas_test
