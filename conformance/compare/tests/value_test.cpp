#include <gtest/gtest.h>

#include <limits>

#include "conformance/compare/tests/answers.h"

namespace kassay::compare::testing::value_test {
namespace {

using std::int64_t;

Verdict verdict_on(Value actual, Value truth, const Accuracy& accuracy = {}) {
  return compare(answer({std::move(actual)}), {{ExpectedOutput(std::move(truth))}, {}}, accuracy,
                 false);
}

TEST(CompareValue, EqualPlainValuesPass) {
  EXPECT_TRUE(verdict_on(None{}, None{}).passed);
  EXPECT_TRUE(verdict_on(true, true).passed);
  EXPECT_TRUE(verdict_on(int64_t{3}, int64_t{3}).passed);
  EXPECT_TRUE(verdict_on(0.5, 0.5).passed);
  EXPECT_TRUE(verdict_on(std::string("tf"), std::string("tf")).passed);
  EXPECT_TRUE(verdict_on(List{int64_t{2}, None{}}, List{int64_t{2}, None{}}).passed);
}

TEST(CompareValue, OtherInt) { EXPECT_FALSE(verdict_on(int64_t{4}, int64_t{3}).passed); }
TEST(CompareValue, OtherBool) { EXPECT_FALSE(verdict_on(true, false).passed); }
TEST(CompareValue, OtherString) {
  EXPECT_FALSE(verdict_on(std::string("a"), std::string("b")).passed);
}
TEST(CompareValue, OtherFloat) { EXPECT_FALSE(verdict_on(0.5, 0.25).passed); }

TEST(CompareValue, BoolIsNoInt) { EXPECT_FALSE(verdict_on(true, int64_t{1}).passed); }
TEST(CompareValue, IntIsNoBool) { EXPECT_FALSE(verdict_on(int64_t{1}, true).passed); }
TEST(CompareValue, IntIsNoFloat) { EXPECT_FALSE(verdict_on(int64_t{1}, 1.0).passed); }
TEST(CompareValue, FloatIsNoInt) { EXPECT_FALSE(verdict_on(1.0, int64_t{1}).passed); }
TEST(CompareValue, NoneIsNoList) { EXPECT_FALSE(verdict_on(None{}, List{}).passed); }
TEST(CompareValue, StringIsNoNumber) {
  EXPECT_FALSE(verdict_on(std::string("3"), int64_t{3}).passed);
}

TEST(CompareValue, IntegerOfRankZeroIsAnInt) {
  EXPECT_TRUE(verdict_on(tensor(DType::kInt64, {}, {3}), int64_t{3}).passed);
  EXPECT_FALSE(verdict_on(tensor(DType::kInt64, {}, {4}), int64_t{3}).passed);
  EXPECT_FALSE(verdict_on(tensor(DType::kInt64, {1}, {3}), int64_t{3}).passed);
  EXPECT_FALSE(verdict_on(tensor(DType::kBool, {}, {1}), int64_t{1}).passed);
  EXPECT_FALSE(verdict_on(tensor(DType::kInt64, {}, {3}), 3.0).passed);
}

TEST(CompareValue, FloatOfRankZeroIsNoIntAndTheNoteSaysSo) {
  const Verdict verdict = verdict_on(tensor(DType::kFloat64, {}, {3}), int64_t{3});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->check, "value");
  EXPECT_NE(verdict.note.find("rank 0"), std::string::npos);
}

TEST(CompareValue, FloatWithinItsUlpsPasses) {
  const double next = 0.1 + 0x1p-56;
  EXPECT_FALSE(verdict_on(next, 0.1).passed);
  const Verdict verdict = verdict_on(next, 0.1, {2, 0, 0});
  EXPECT_TRUE(verdict.passed);
  EXPECT_EQ(verdict.margin, 0.5);
}

TEST(CompareValue, NaNIsEqualToNaNOnly) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(verdict_on(nan, nan).passed);
  EXPECT_FALSE(verdict_on(nan, 1.0, {0, 0, 1e9}).passed);
}

TEST(CompareValue, ListWithOneWrongItemNamesItsPlace) {
  const Verdict verdict = verdict_on(List{int64_t{1}, List{int64_t{2}, int64_t{9}}},
                                     List{int64_t{1}, List{int64_t{2}, int64_t{3}}});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->index, (std::vector<int64_t>{1, 1}));
  EXPECT_EQ(verdict.failure->expected, "3");
  EXPECT_EQ(verdict.failure->actual, "9");
}

TEST(CompareValue, ShorterList) {
  EXPECT_FALSE(verdict_on(List{int64_t{1}}, List{int64_t{1}, int64_t{2}}).passed);
}

TEST(CompareValue, LongerList) {
  EXPECT_FALSE(verdict_on(List{int64_t{1}, int64_t{2}}, List{int64_t{1}}).passed);
}

}  // namespace
}  // namespace kassay::compare::testing::value_test
