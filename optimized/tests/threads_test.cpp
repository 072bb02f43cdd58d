// No result depends on the number of threads.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>

#include "optimized/optimized.h"
#include "optimized/tests/sample.h"

namespace kassay::optimized {
namespace {

class Threads : public testing::TestWithParam<const char*> {};

TEST_P(Threads, GiveTheSameBits) {
  const Arguments arguments{{sample(DType::kFloat32, {300, 700}, 0.1L)}, {}};
  const auto backend = make_optimized(Edition::kKo);
  const int most = omp_get_max_threads();
  omp_set_num_threads(1);
  const Tensor alone = evaluated(*backend, GetParam(), arguments);
  omp_set_num_threads(4);
  const Tensor together = evaluated(*backend, GetParam(), arguments);
  omp_set_num_threads(most);
  EXPECT_TRUE(std::ranges::equal(alone.bytes(), together.bytes()));
}

INSTANTIATE_TEST_SUITE_P(Functions, Threads,
                         testing::Values("exp", "sum", "mean", "var", "std", "prod", "max",
                                         "logsumexp", "softmax", "any"));

}  // namespace
}  // namespace kassay::optimized
