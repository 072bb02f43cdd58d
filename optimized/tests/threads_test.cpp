// Results do not depend on the number of threads.
#include "optimized/threads.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "optimized/optimized.h"
#include "optimized/tests/sample.h"

namespace kassay::optimized::threads_test {
namespace {

void expect_same_bits(const std::string& function, const Arguments& arguments) {
  const auto backend = make_optimized(Edition::kKo);
  const int most = thread_count();
  set_thread_count(1);
  const Tensor alone = evaluated(*backend, function, arguments);
  set_thread_count(4);
  const Tensor together = evaluated(*backend, function, arguments);
  set_thread_count(most);
  EXPECT_TRUE(std::ranges::equal(alone.bytes(), together.bytes()));
}

class Threads : public testing::TestWithParam<const char*> {};

TEST_P(Threads, GiveTheSameBits) {
  expect_same_bits(GetParam(), {{sample(DType::kFloat32, {300, 700}, 0.1L)}, {}});
}

TEST(ThreadsOfWindows, GiveTheSameBitsInADepthwiseConvolution) {
  const Tensor kernel = sample(DType::kFloat32, {3, 3, 9, 2}, -0.4L);
  expect_same_bits("depthwise_conv2d",
                   {{sample(DType::kFloat32, {2, 60, 61, 9}, 0.1L), kernel}, {}});
}

TEST(ThreadsOfWindows, GiveTheSameBitsInPooling) {
  const Value size = List{std::int64_t{3}, std::int64_t{3}};
  expect_same_bits("pool2d", {{sample(DType::kFloat32, {2, 60, 61, 9}, 0.1L)},
                              {{"pool_size", size}, {"pool_mode", std::string("avg")}}});
}

TEST(ThreadsOfRandomNumbers, GiveTheSameBits) {
  const Value shape = List{std::int64_t{50000}}, seed = std::int64_t{3};
  for (const char* function : {"random_uniform", "truncated_normal"})
    expect_same_bits(function, {{shape}, {{"seed", seed}}});
}

TEST(ThreadsOfNormalizations, GiveTheSameBitsForReducedAxesWithOthersBetween) {
  const Value axes = List{std::int64_t{0}, std::int64_t{2}};
  expect_same_bits("normalize_batch_in_training",
                   {{sample(DType::kFloat32, {90, 9, 300}, 0.1L)},
                    {{"gamma", None{}}, {"beta", None{}}, {"reduction_axes", axes}}});
}

TEST(ThreadsOfLosses, GiveTheSameBits) {
  const Tensor x = sample(DType::kFloat32, {300, 700}, 0.1L);
  for (const std::int64_t axis : {0, 1})
    expect_same_bits("categorical_crossentropy", {{x, x}, {{"axis", axis}}});
}

INSTANTIATE_TEST_SUITE_P(Functions, Threads,
                         testing::Values("exp", "sum", "mean", "var", "std", "prod", "max",
                                         "logsumexp", "softmax", "any", "transpose", "cumsum",
                                         "cumprod", "l2_normalize"));

}  // namespace
}  // namespace kassay::optimized::threads_test
