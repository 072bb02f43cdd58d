// The kernels for gradients of products and convolutions, beyond the sizes of the golden vectors. Elements are small integers, whose sums
// are exact in any order: each bit must equal the reference's.
#include <gtest/gtest.h>

#include <random>

#include "optimized/level.h"
#include "reference/graph/kernel.h"
#include "reference/internal/window_operations.h"

namespace kassay::optimized::gradient_products_test {
namespace {

using reference::Padding;

class GradientProducts : public testing::Test {
 protected:
  Tensor numbers(const Shape& shape, DType dtype = DType::kFloat32) {
    Tensor tensor(dtype, shape);
    std::uniform_int_distribution<int> digit(-3, 3);
    for (std::int64_t i = 0; i < tensor.size(); ++i) set_element(tensor, i, digit(random_));
    return tensor;
  }

  static void expect_reference(const std::string& operation, std::vector<Value> arguments) {
    const reference::Kernel& judge = *reference::find_internal_kernel(operation);
    const reference::BoundCall call{reference::find_internal_signature(operation), nullptr,
                                    std::move(arguments)};
    const Tensor expected = std::get<Tensor>(judge.compute(call).front());
    std::vector<Tensor> results{Tensor::unspecified(expected.dtype(), expected.shape())};
    ASSERT_TRUE((*level_to_use().find_kernel(operation))(call, results));
    for (std::int64_t i = 0; i < expected.size(); ++i)
      ASSERT_EQ(element(results.front(), i), element(expected, i)) << operation << " at " << i;
  }

  // All three operations of a correlation of (samples, places..., channels) with (sizes..., channels, filters), or with separate channels.
  void expect_correlations(const Shape& x, const Shape& kernel, const reference::Integers& strides,
                           Padding padding, bool apart = false) {
    const Shape places(x.begin() + 1, x.end() - 1), sizes(kernel.begin(), kernel.end() - 2);
    const reference::Integers dilation(places.size(),
                                       strides == reference::Integers(places.size(), 1) ? 2 : 1);
    const auto windows = reference::windows_over(places, sizes, strides, dilation, padding);
    const Value lists = reference::to_lists(windows);
    Shape y{x.front()};
    for (const auto& axis : windows) y.push_back(axis.count);
    if (apart) y.push_back(x.back());
    y.push_back(kernel.back());
    const Tensor image = numbers(x), weights = numbers(kernel), result = numbers(y);
    const std::string name = apart ? "internal.depthwise" : "internal.correlate";
    expect_reference(name, {image, weights, lists});
    expect_reference(name + "_to_image", {result, weights, lists});
    expect_reference(name + "_to_kernel", {image, result, lists});
  }

  std::mt19937_64 random_{7};
};

TEST_F(GradientProducts, OfTransposedMatrices) {
  for (const std::int64_t x_axis : {0, 1}) {
    for (const std::int64_t y_axis : {0, 1}) {
      const Shape x = x_axis == 0 ? Shape{300, 21} : Shape{21, 300};
      const Shape y = y_axis == 0 ? Shape{300, 150} : Shape{150, 300};
      expect_reference("internal.contract", {numbers(x), numbers(y), x_axis, y_axis});
    }
  }
}

TEST_F(GradientProducts, OfFloat64) {
  expect_reference("internal.contract",
                   {numbers({300, 13}, DType::kFloat64), numbers({300, 70}, DType::kFloat64),
                    std::int64_t{0}, std::int64_t{0}});
}

TEST_F(GradientProducts, OfOneRowOrColumn) {
  expect_reference("internal.contract",
                   {numbers({300, 1}), numbers({300, 70}), std::int64_t{0}, std::int64_t{0}});
  expect_reference("internal.contract",
                   {numbers({300, 70}), numbers({300, 1}), std::int64_t{0}, std::int64_t{0}});
}

TEST_F(GradientProducts, WithoutTerms) {
  expect_reference("internal.contract",
                   {numbers({0, 7}), numbers({0, 5}), std::int64_t{0}, std::int64_t{0}});
}

TEST_F(GradientProducts, OfConvolutions) {
  expect_correlations({2, 17, 19, 5}, {3, 3, 5, 20}, {1, 1}, Padding::kSame);
  expect_correlations({2, 17, 19, 5}, {3, 3, 5, 20}, {2, 3}, Padding::kSame);
  expect_correlations({1, 40, 16}, {4, 16, 70}, {2}, Padding::kValid);
  expect_correlations({1, 6, 7, 8, 3}, {2, 3, 2, 3, 4}, {2, 1, 2}, Padding::kSame);
}

TEST_F(GradientProducts, OfConvolutionsOfOneChannel) {
  expect_correlations({3, 20, 20, 1}, {5, 5, 1, 6}, {1, 1}, Padding::kValid);
}

TEST_F(GradientProducts, OfDepthwiseConvolutions) {
  for (const std::int64_t multiplier : {1, 2}) {
    for (const std::int64_t channels : {1, 16, 70}) {
      expect_correlations({2, 13, 14, channels}, {3, 3, channels, multiplier}, {1, 1},
                          Padding::kSame, true);
      expect_correlations({2, 13, 14, channels}, {3, 2, channels, multiplier}, {2, 3},
                          Padding::kValid, true);
    }
  }
}

}  // namespace
}  // namespace kassay::optimized::gradient_products_test
