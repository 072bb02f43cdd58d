// `any` and `all` stop reading at the element that decides; they find it at any place.
#include <gtest/gtest.h>

#include "optimized/optimized.h"
#include "optimized/tests/sample.h"

namespace kassay::optimized::truth_test {
namespace {

constexpr std::int64_t kRows = 3, kLength = 200'000;

class Decider : public testing::TestWithParam<std::int64_t> {};

// The truth values of three rows; in the second, one element differs from all others.
Tensor truths(DType dtype, const std::string& function, double common, double other) {
  Tensor x(dtype, {kRows, kLength});
  for (std::int64_t i = 0; i < x.size(); ++i) set_element(x, i, common);
  set_element(x, kLength + Decider::GetParam(), other);
  const auto backend = make_optimized(Edition::kKo);
  return evaluated(*backend, function, {{x}, {{"axis", std::int64_t{-1}}}});
}

std::vector<double> numbers(const Tensor& tensor) {
  std::vector<double> all;
  for (std::int64_t i = 0; i < tensor.size(); ++i)
    all.push_back(static_cast<double>(element(tensor, i)));
  return all;
}

TEST_P(Decider, OfAnyIsSeen) {
  EXPECT_EQ(numbers(truths(DType::kBool, "any", 0, 1)), (std::vector<double>{0, 1, 0}));
}

TEST_P(Decider, OfAllIsSeen) {
  EXPECT_EQ(numbers(truths(DType::kBool, "all", 1, 0)), (std::vector<double>{1, 0, 1}));
}

TEST_P(Decider, OfFloat16IsSeen) {
  EXPECT_EQ(numbers(truths(DType::kFloat16, "any", 0, 6e-8)), (std::vector<double>{0, 1, 0}));
}

INSTANTIATE_TEST_SUITE_P(AtBoundaries, Decider,
                         testing::Values(0, 2047, 2048, 65'535, 65'536, kLength - 1),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace kassay::optimized::truth_test
