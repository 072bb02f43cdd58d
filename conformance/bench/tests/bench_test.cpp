#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "conformance/bench/measure.h"
#include "conformance/bench/workload.h"

namespace kassay::bench {
namespace {

Tensor floats(const std::vector<float>& elements) {
  Tensor tensor(DType::kFloat32, {static_cast<std::int64_t>(elements.size())});
  std::ranges::copy(elements, tensor.mutable_data<float>().begin());
  return tensor;
}

std::string told(const std::vector<float>& expected, const std::vector<float>& answer) {
  return difference({floats(expected)}, {floats(answer)}, /*random=*/false);
}

TEST(Difference, LastDigitsAreNoMatter) { EXPECT_EQ(told({1, 1000}, {1.5F, 1000.5F}), ""); }

TEST(Difference, AnotherElementIsTold) {
  EXPECT_EQ(told({1, 2}, {1, 3}), "output 0: element [1] is 3, not 2");
}

TEST(Difference, NanIsEqualToItselfOnly) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(told({nan, 1}, {nan, 1}), "");
  EXPECT_NE(told({nan, 1}, {1, 1}), "");
  EXPECT_NE(told({1, 1}, {nan, 1}), "");
}

TEST(Difference, ShapesAreCompared) {
  EXPECT_EQ(told({1, 2}, {1}), "output 0: the shape is (1,), not (2,)");
}

TEST(Difference, OfRandomNumbersOnlyTheShape) {
  EXPECT_EQ(difference({floats({1})}, {floats({2})}, /*random=*/true), "");
}

TEST(Difference, AnotherNumberOfOutputs) {
  EXPECT_EQ(difference({floats({1})}, {}, false), "0 outputs, not 1");
}

TEST(Quantile, IsInterpolated) {
  EXPECT_EQ(quantile({1, 2, 4}, 0.5), 2);
  EXPECT_EQ(quantile({1, 2}, 0.5), 1.5);
  EXPECT_EQ(quantile({7}, 0.25), 7);
}

TEST(Workloads, AllCanBeReadAndMade) {
  std::set<std::string> ids;
  for (const Workload& workload : read_workloads(KASSAY_WORKLOADS)) {
    EXPECT_TRUE(ids.insert(workload.id).second) << workload.id;
    EXPECT_TRUE(workload.program.calls.back().calls_result) << workload.id;
    if (workload.size != "small") continue;  // the others take long
    EXPECT_EQ(make_inputs(workload).size(), workload.inputs.size()) << workload.id;
  }
  EXPECT_GE(ids.size(), 120u);
}

Workload drawing(const std::string& values) {
  Workload workload;
  workload.inputs["x"] = {DType::kFloat32, {4, 5}, values, 3, 6};
  return workload;
}

TEST(Inputs, AreTheSameEachTime) {
  const auto one = make_inputs(drawing("normal")), other = make_inputs(drawing("normal"));
  for (std::int64_t i = 0; i < 20; ++i)
    EXPECT_EQ(element(one.at("x"), i), element(other.at("x"), i));
}

TEST(Inputs, SharesHaveTheSumOne) {
  const Tensor x = make_inputs(drawing("shares")).at("x");
  for (std::int64_t row = 0; row < 4; ++row) {
    long double sum = 0;
    for (std::int64_t i = 0; i < 5; ++i) sum += element(x, row * 5 + i);
    EXPECT_NEAR(static_cast<double>(sum), 1, 1e-6);
  }
}

TEST(Inputs, IntegersAreInTheirRange) {
  std::set<long double> seen;
  const Tensor x = make_inputs(drawing("")).at("x");
  for (std::int64_t i = 0; i < 20; ++i) seen.insert(element(x, i));
  EXPECT_EQ(seen, (std::set<long double>{3, 4, 5}));
}

}  // namespace
}  // namespace kassay::bench
