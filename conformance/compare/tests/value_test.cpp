#include <gtest/gtest.h>

#include <limits>

#include "conformance/compare/tests/answers.h"

namespace kassay::compare::testing::value_test {
namespace {

using std::int64_t;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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
  EXPECT_EQ(verdict.failure->check, Check::kValue);
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

// The note about kinds, if a likely mistake explains the difference.
struct Slip {
  std::string name;
  Value actual, truth;
  std::string note;
};

class CompareValueSlip : public ::testing::TestWithParam<Slip> {};

TEST_P(CompareValueSlip, IsNamed) {
  const Verdict verdict = verdict_on(GetParam().actual, GetParam().truth);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->check, Check::kValue);
  EXPECT_EQ(verdict.note, GetParam().note);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, CompareValueSlip,
    ::testing::Values(Slip{"TensorForAFloat", tensor(DType::kFloat64, {}, {3}), 3.0,
                           "A tensor of rank 0 is not this number."},
                      Slip{"TensorOfRankOneForAFloat", tensor(DType::kFloat64, {1}, {3}), 3.0,
                           "A plain value is expected, not a tensor."},
                      Slip{"TensorForABool", tensor(DType::kBool, {}, {1}), true,
                           "A plain value is expected, not a tensor."},
                      Slip{"BoolForAnInt", true, int64_t{1}, "A bool is not a number."},
                      Slip{"BoolForAFloat", true, 1.0, "A bool is not a number."},
                      Slip{"IntForABool", int64_t{1}, true, "A number is not a bool."},
                      Slip{"FloatForAnInt", 1.0, int64_t{1}, "A float is not an int."},
                      Slip{"IntForAFloat", int64_t{1}, 1.0, "An int is not a float."},
                      Slip{"FloatForABool", 1.0, true, ""},
                      Slip{"TextForAnInt", std::string("1"), int64_t{1}, ""},
                      Slip{"TextForAFloat", std::string("1"), 1.0, ""},
                      Slip{"TextForABool", std::string("True"), true, ""},
                      Slip{"BoolForAText", true, std::string("True"), ""},
                      Slip{"IntForAText", int64_t{1}, std::string("1"), ""},
                      Slip{"FloatForAText", 1.0, std::string("1"), ""},
                      Slip{"NoneForAnInt", None{}, int64_t{0}, ""}),
    [](const ::testing::TestParamInfo<Slip>& info) { return info.param.name; });

TEST(CompareValue, DifferenceOfKindsHasNoFiniteMargin) {
  const Verdict verdict = verdict_on(std::string("a"), int64_t{1});
  EXPECT_EQ(verdict.margin, kInfinity);
  EXPECT_EQ(verdict.failure->error, kInfinity);
  EXPECT_EQ(verdict.failure->expected, "1");
  EXPECT_EQ(verdict.failure->actual, "'a'");
  EXPECT_EQ(verdict.failure->mismatched, 1);
  EXPECT_EQ(verdict.failure->elements, 1);
}

TEST(CompareValue, OtherIntIsToldWithBoth) {
  const Verdict verdict = verdict_on(int64_t{4}, int64_t{3});
  EXPECT_EQ(verdict.failure->expected, "3");
  EXPECT_EQ(verdict.failure->actual, "4");
  EXPECT_EQ(verdict.note, "");
}

TEST(CompareValue, NoneIsNoNumber) {
  EXPECT_FALSE(verdict_on(int64_t{0}, None{}).passed);
  EXPECT_FALSE(verdict_on(false, None{}).passed);
}

TEST(CompareValue, FloatBeyondItsUlpsIsMeasured) {
  // Four steps from 0.1; two are allowed.
  const Verdict verdict = verdict_on(0.1 + 0x1p-54, 0.1, {2, 0, 0});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.margin, 2);
  EXPECT_EQ(verdict.failure->error, 0x1p-54);
  EXPECT_EQ(verdict.failure->limit, 0x1p-55);
  EXPECT_EQ(verdict.failure->expected, "0.1");
  EXPECT_EQ(verdict.failure->actual, "0.10000000000000006");
}

TEST(CompareValue, UlpIsThatOfTheExpectedFloat) {
  // Across a power of two: below it the steps are half as wide.
  EXPECT_TRUE(verdict_on(1 - 0x1p-53, 1.0, {1, 0, 0}).passed);
  EXPECT_TRUE(verdict_on(1 - 0x1p-52, 1.0, {1, 0, 0}).passed);
  EXPECT_FALSE(verdict_on(1.0, 1 - 0x1p-52, {1, 0, 0}).passed);
}

TEST(CompareValue, FloatMayOverflowWithinItsUlps) {
  const double max = std::numeric_limits<double>::max();
  EXPECT_TRUE(verdict_on(kInfinity, max, {1, 0, 0}).passed);
  EXPECT_FALSE(verdict_on(max, kInfinity, {1, 0, 0}).passed);
}

TEST(CompareValue, ErrorOfOneIsNoSpecialCase) {
  EXPECT_EQ(verdict_on(3.0, 2.0, {0, 0, 0.25}).margin, 4);
}

TEST(CompareValue, OtherIntegerOfRankZeroIsTold) {
  const Verdict verdict = verdict_on(tensor(DType::kInt64, {}, {4}), int64_t{3});
  EXPECT_EQ(verdict.failure->expected, "3");
  EXPECT_EQ(verdict.failure->actual, "4");
}

TEST(CompareValue, FloatHasNoTerms) {
  EXPECT_FALSE(verdict_on(0.1 + 0x1p-56, 0.1, {0, 16, 0}).passed);
}

TEST(CompareValue, SignOfZeroCountsWhereItIsPromised) {
  const auto passed = [](bool sign_of_zero) {
    return compare(answer({Value(-0.0)}), {{ExpectedOutput(Value(0.0))}, {}}, {}, sign_of_zero)
        .passed;
  };
  EXPECT_TRUE(passed(false));
  EXPECT_FALSE(passed(true));
}

TEST(CompareValue, OtherSignOfZeroHasAnInfiniteMarginInAListToo) {
  const auto verdict = compare(answer({Value(List{-0.0})}),
                               {{ExpectedOutput(Value(List{0.0}))}, {}}, {1, 0, 0}, true);
  EXPECT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.margin, kInfinity);
}

TEST(CompareValue, ListCountsItsWrongItemsAndTellsTheFirst) {
  const Verdict verdict =
      verdict_on(List{int64_t{1}, int64_t{8}, true}, List{int64_t{1}, int64_t{2}, int64_t{3}});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->index, (std::vector<int64_t>{1}));
  EXPECT_EQ(verdict.failure->actual, "8");
  EXPECT_EQ(verdict.failure->mismatched, 2);
  EXPECT_EQ(verdict.failure->elements, 3);
  EXPECT_EQ(verdict.note, "");
}

TEST(CompareValue, NoteOfAListIsThatOfItsWrongItem) {
  EXPECT_EQ(verdict_on(List{true}, List{int64_t{1}}).note, "A bool is not a number.");
}

TEST(CompareValue, MarginOfAListIsTheLargestOfItsItems) {
  // One step and three, of the four that are allowed.
  const List near = {1 + 0x1p-52, 1.0}, far = {1 + 0x1p-52, 1 + 3 * 0x1p-52};
  const List other_order = {1 + 3 * 0x1p-52, 1 + 0x1p-52};
  const List ones = {1.0, 1.0};
  EXPECT_EQ(verdict_on(near, ones, {4, 0, 0}).margin, 0.25);
  EXPECT_EQ(verdict_on(far, ones, {4, 0, 0}).margin, 0.75);
  EXPECT_EQ(verdict_on(other_order, ones, {4, 0, 0}).margin, 0.75);
}

TEST(CompareValue, OtherLengthIsTold) {
  const Verdict verdict = verdict_on(List{int64_t{1}}, List{int64_t{1}, int64_t{2}});
  EXPECT_EQ(verdict.failure->expected, "[1, 2]");
  EXPECT_EQ(verdict.failure->actual, "[1]");
  EXPECT_EQ(verdict.note, "Expected a list of 2, got one of 1.");
}

TEST(CompareValue, TensorInAListIsEqualInDtypeShapeAndElements) {
  const auto passed = [](const Tensor& actual) {
    return verdict_on(List{actual}, List{tensor(DType::kFloat32, {2}, {0, 0})}).passed;
  };
  EXPECT_TRUE(passed(tensor(DType::kFloat32, {2}, {0, 0})));
  EXPECT_FALSE(passed(tensor(DType::kFloat32, {2}, {0, 1})));
  EXPECT_FALSE(passed(tensor(DType::kInt32, {2}, {0, 0})));
  EXPECT_FALSE(passed(tensor(DType::kFloat32, {2, 1}, {0, 0})));
}

TEST(CompareValue, OtherTensorInAListIsTold) {
  const Verdict verdict = verdict_on(List{tensor(DType::kInt32, {3}, {0, 0, 0})},
                                     List{tensor(DType::kInt32, {2}, {0, 0})});
  EXPECT_NE(verdict.failure->expected.find("(2,)"), std::string::npos) << verdict.failure->expected;
  EXPECT_NE(verdict.failure->actual.find("(3,)"), std::string::npos) << verdict.failure->actual;
}

}  // namespace
}  // namespace kassay::compare::testing::value_test
