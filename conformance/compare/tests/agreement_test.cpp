#include "conformance/compare/agreement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "conformance/compare/tests/answers.h"

namespace kassay::compare::testing::agreement_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr Accuracy kExact{0, 0, 0};

bool agree(double a, double b, const Accuracy& accuracy, DType dtype, double magnitude = 0) {
  const bool forth =
      check_agreement(a, b, agreement_limit(a, b, magnitude, accuracy, dtype), dtype).passed;
  const bool back =
      check_agreement(b, a, agreement_limit(b, a, magnitude, accuracy, dtype), dtype).passed;
  EXPECT_EQ(forth, back) << a << " " << b;
  return forth;
}

double rounded(double value, DType dtype) {
  Tensor tensor(dtype, {});
  set_element(tensor, 0, value);
  return static_cast<double>(element(tensor, 0));
}

// True values everywhere in the range of a dtype: its ends, and the borders of binades, most of all.
double some_truth(std::mt19937_64& random, DType dtype) {
  const FloatFormat format = float_format(dtype);
  const double anchors[] = {0,   format.min_subnormal, format.min_normal, 1,
                            3.7, format.max / 2,       format.max};
  std::uniform_int_distribution<std::size_t> which(0, std::size(anchors) - 1);
  std::uniform_real_distribution<double> sides(-1, 1);
  std::uniform_int_distribution<int> binades(-6, 6);
  const double anchor = std::scalbn(anchors[which(random)], binades(random));
  const double truth = anchor + 8 * sides(random) * ulp(anchor, dtype);
  return sides(random) < 0 ? -truth : truth;
}

// A number of the dtype that is right where `truth` is true: one end of what is, or anything between.
std::optional<double> some_right_answer(std::mt19937_64& random, double truth, const Limit& limit,
                                        DType dtype) {
  std::uniform_int_distribution<int> choice(0, 7);
  std::uniform_real_distribution<double> sides(-1, 1);
  double answer = truth + limit.total * sides(random);
  switch (choice(random)) {
    case 0:
      answer = truth + limit.total;
      break;
    case 1:
      answer = truth - limit.total;
      break;
    case 2:
      answer = 0;
      break;
    case 3:
      answer = std::copysign(kInfinity, truth);
      break;
  }
  answer = rounded(answer, dtype);
  if (!check_element(answer, truth, limit, dtype, false).passed) return std::nullopt;
  return answer;
}

TEST(Agreement, TwoRightAnswersAlwaysAgree) {
  std::mt19937_64 random(1);
  const Accuracy accuracies[] = {kExact,    {0.5, 0, 0},  {4, 0, 0},   {256, 0, 0},
                                 {2, 9, 0}, {1, 0, 1e-3}, {4, 4096, 0}};
  std::uniform_real_distribution<double> share(0, 3);
  for (const DType dtype : {DType::kFloat16, DType::kFloat32, DType::kFloat64}) {
    int pairs = 0;
    for (int i = 0; i < 60000; ++i) {
      const Accuracy& accuracy = accuracies[static_cast<std::size_t>(i) % std::size(accuracies)];
      const double truth = some_truth(random, dtype);
      // From no sum at all to one that cancels to less than its roundoff.
      const double magnitude = std::min(
          std::fabs(truth) * std::pow(10, share(random) * share(random)), float_format(dtype).max);
      const Limit limit = element_limit(truth, magnitude, accuracy, dtype);
      const auto a = some_right_answer(random, truth, limit, dtype);
      const auto b = some_right_answer(random, truth, limit, dtype);
      if (!a || !b) continue;
      ++pairs;
      ASSERT_TRUE(agree(*a, *b, accuracy, dtype, magnitude))
          << dtype_name(dtype) << " " << *a << " and " << *b << " for " << truth << ", magnitude "
          << magnitude << ", ulps " << accuracy.ulps << ", terms " << accuracy.terms;
    }
    EXPECT_GT(pairs, 10000) << dtype_name(dtype);
  }
}

TEST(Agreement, NumbersFurtherApartThanTwoLimitsDoNot) {
  for (const DType dtype : {DType::kFloat16, DType::kFloat32, DType::kFloat64}) {
    const double step = ulp(1.5, dtype);
    EXPECT_TRUE(agree(1.5, 1.5 + 4 * step, {2, 0, 0}, dtype));
    EXPECT_FALSE(agree(1.5, 1.5 + 5 * step, {2, 0, 0}, dtype));
    EXPECT_FALSE(agree(1.5, 1.5 + step, kExact, dtype));
  }
}

TEST(Agreement, AcrossABinadeTheLargerUlpCounts) {
  const double below = 1 - 3 * 0x1p-24, above = 1 + 0x1p-23;  // 2.5 ulps of 1 apart
  EXPECT_TRUE(agree(below, above, {1.25, 0, 0}, DType::kFloat32));
  EXPECT_FALSE(agree(below, above, {1, 0, 0}, DType::kFloat32));
}

TEST(Agreement, MagnitudeWidensTheLimitOfASum) {
  EXPECT_FALSE(agree(1, 1.001, {1, 4, 0}, DType::kFloat32, 1));
  EXPECT_TRUE(agree(1, 1.001, {1, 4, 0}, DType::kFloat32, 1e4));
}

TEST(Agreement, NaNAgreesWithNaNOnly) {
  EXPECT_TRUE(agree(kNaN, -kNaN, kExact, DType::kFloat32));
  EXPECT_FALSE(agree(kNaN, 1, {4, 0, 9}, DType::kFloat32));
  EXPECT_FALSE(agree(kNaN, kInfinity, {4, 0, 9}, DType::kFloat32));
}

TEST(Agreement, InfinityAgreesWithItselfAndWithWhatMayOverflow) {
  const double max = float_format(DType::kFloat32).max;
  EXPECT_TRUE(agree(kInfinity, kInfinity, kExact, DType::kFloat32));
  EXPECT_FALSE(agree(kInfinity, -kInfinity, {4, 0, 0}, DType::kFloat32));
  EXPECT_TRUE(agree(kInfinity, max, {4, 0, 0}, DType::kFloat32));
  EXPECT_FALSE(agree(kInfinity, max, kExact, DType::kFloat32));
  EXPECT_FALSE(agree(kInfinity, -max, {4, 0, 0}, DType::kFloat32));
  EXPECT_FALSE(agree(kInfinity, max / 2, {4, 0, 0}, DType::kFloat32));
}

TEST(Agreement, ZeroAgreesWithWhatMayBeFlushed) {
  const FloatFormat format = float_format(DType::kFloat32);
  EXPECT_TRUE(agree(0, format.min_subnormal * 1000, kExact, DType::kFloat32));
  EXPECT_FALSE(agree(0, format.min_normal, kExact, DType::kFloat32));
  EXPECT_TRUE(agree(0.0, -0.0, kExact, DType::kFloat32));
}

Case case_of(Expectation expectation, const Accuracy& accuracy = {}) {
  Case test_case;
  test_case.expectation = std::move(expectation);
  test_case.accuracy = accuracy;
  return test_case;
}

Agreement compared(const Answer& first, const Answer& second, const Case& test_case) {
  return compare_answers(first, second, test_case, test_case.expectation);
}

const Case kPair = case_of({{expected(DType::kFloat32, {2}, {1, 2})}, {}}, {1, 0, 0});

TEST(CompareAnswers, GoldenValuesAreNoMatter) {
  const Answer wrong = answer({tensor(DType::kFloat32, {2}, {7, 8})});
  EXPECT_FALSE(compared(wrong, wrong, kPair).disagreement);
  EXPECT_EQ(compared(wrong, wrong, kPair).margin, 0);
}

TEST(CompareAnswers, WorstElementIsTold) {
  const Agreement agreement = compared(answer({tensor(DType::kFloat32, {2}, {1, 2})}),
                                       answer({tensor(DType::kFloat32, {2}, {1.5, 4})}), kPair);
  ASSERT_TRUE(agreement.disagreement);
  EXPECT_EQ(agreement.disagreement->check, Check::kElement);
  EXPECT_EQ(agreement.disagreement->index, (std::vector<std::int64_t>{1}));
  EXPECT_EQ(agreement.disagreement->first, "2");
  EXPECT_EQ(agreement.disagreement->second, "4");
  EXPECT_EQ(agreement.disagreement->difference, 2);
  EXPECT_EQ(agreement.disagreement->limit, 2 * 0x1p-21);
  EXPECT_EQ(agreement.disagreement->differing, 2);
  EXPECT_EQ(agreement.disagreement->elements, 2);
  EXPECT_EQ(agreement.margin, 2 / (2 * 0x1p-21));
}

TEST(CompareAnswers, IntegersAndBoolsAreExact) {
  const Case test_case = case_of({{}, {}}, {1000, 0, 1000});
  for (const DType dtype : {DType::kInt32, DType::kInt64, DType::kUint8, DType::kBool}) {
    const Answer first = answer({tensor(dtype, {2}, {0, 1})});
    const Agreement agreement = compared(first, answer({tensor(dtype, {2}, {1, 1})}), test_case);
    ASSERT_TRUE(agreement.disagreement) << dtype_name(dtype);
    EXPECT_EQ(agreement.disagreement->differing, 1);
    EXPECT_FALSE(compared(first, first, test_case).disagreement) << dtype_name(dtype);
  }
}

TEST(CompareAnswers, AnotherDtypeOrShapeIsTold) {
  const Answer first = answer({tensor(DType::kFloat32, {2}, {1, 2})});
  EXPECT_EQ(
      compared(first, answer({tensor(DType::kFloat64, {2}, {1, 2})}), kPair).disagreement->check,
      Check::kDType);
  EXPECT_EQ(compared(first, answer({tensor(DType::kFloat32, {1, 2}, {1, 2})}), kPair)
                .disagreement->second,
            "(1, 2)");
}

TEST(CompareAnswers, AnotherNumberOfOutputsIsTold) {
  const Agreement agreement =
      compared(answer({tensor(DType::kFloat32, {2}, {1, 2})}), answer({}), kPair);
  EXPECT_EQ(agreement.disagreement->check, Check::kCount);
  EXPECT_EQ(agreement.disagreement->second, "0 outputs");
}

TEST(CompareAnswers, RandomOutputsAreComparedInDtypeAndShapeOnly) {
  const Case test_case = case_of({{ExpectedSample{}}, {}});
  const Answer first = answer({tensor(DType::kFloat32, {2}, {1, 2})});
  const Agreement agreement =
      compared(first, answer({tensor(DType::kFloat32, {2}, {3, 4})}), test_case);
  EXPECT_FALSE(agreement.disagreement);
  EXPECT_TRUE(agreement.sampled);
  EXPECT_TRUE(
      compared(first, answer({tensor(DType::kFloat32, {3}, {3, 4, 5})}), test_case).disagreement);
}

TEST(CompareAnswers, PlainValuesAgreeWithinTwoLimits) {
  const Case test_case = case_of({{Value(1.0)}, {}}, {1, 0, 0});
  const auto check = [&](Value a, Value b) {
    return !compared(answer({std::move(a)}), answer({std::move(b)}), test_case).disagreement;
  };
  EXPECT_TRUE(check(1.0, 1 + 0x1p-51));
  EXPECT_FALSE(check(1.0, 1 + 3 * 0x1p-52));
  EXPECT_TRUE(check(List{1.0, 2.0}, List{1 + 0x1p-52, 2.0}));
  EXPECT_FALSE(check(List{1.0}, List{1.0, 1.0}));
  EXPECT_FALSE(check(1.0, std::int64_t{1}));
  EXPECT_FALSE(check(std::string("a"), std::string("b")));
  EXPECT_TRUE(check(None{}, None{}));
}

TEST(CompareAnswers, IntegersOfRankZeroAreInts) {
  const Case test_case = case_of({{Value(std::int64_t{3})}, {}});
  EXPECT_FALSE(compared(answer({tensor(DType::kInt32, {}, {3})}),
                        answer({tensor(DType::kInt64, {}, {3})}), test_case)
                   .disagreement);
  EXPECT_FALSE(compared(answer({tensor(DType::kInt32, {}, {3})}), answer({Value(std::int64_t{3})}),
                        test_case)
                   .disagreement);
  EXPECT_TRUE(compared(answer({tensor(DType::kInt32, {}, {3})}), answer({Value(std::int64_t{4})}),
                       test_case)
                  .disagreement);
}

TEST(CompareAnswers, ErrorsAgreeInTheirKindAndWhereBothAreRight) {
  const Answer value{{}, "value", "a"}, type{{}, "type", "b"}, other{{}, "other", "c"};
  const Case allows_two = case_of({{}, {"value", "type"}}), allows_any = case_of({{}, {"any"}});
  EXPECT_FALSE(compared(value, type, allows_two).disagreement);
  EXPECT_FALSE(compared(value, other, allows_any).disagreement);
  EXPECT_FALSE(compared(other, other, kPair).disagreement);
  EXPECT_EQ(compared(value, other, allows_two).disagreement->check, Check::kErrorKind);
  EXPECT_EQ(compared(value, answer({}), allows_two).disagreement->check, Check::kAnswer);
}

TEST(CompareAnswers, LowerPrecisionShowsInTheRms) {
  constexpr std::int64_t kElements = 256;
  ExpectedTensor truth = expected(DType::kFloat32, {kElements},
                                  std::vector<double>(static_cast<std::size_t>(kElements), 1.0));
  truth.magnitude = tensor(DType::kFloat64, {kElements},
                           std::vector<double>(static_cast<std::size_t>(kElements), 64.0));
  const Case test_case = case_of({{truth}, {}}, {1, 64, 0});
  const double unit = 0x1p-24 * 64;
  const auto shifted = [&](double units) {
    return answer(
        {tensor(DType::kFloat32, {kElements},
                std::vector<double>(static_cast<std::size_t>(kElements), 1.0 + units * unit))});
  };
  // Each element may be 36 units away, the rms 12.
  EXPECT_FALSE(compared(shifted(0), shifted(11), test_case).disagreement);
  const Agreement agreement = compared(shifted(0), shifted(20), test_case);
  ASSERT_TRUE(agreement.disagreement);
  EXPECT_EQ(agreement.disagreement->check, Check::kRms);
  EXPECT_EQ(agreement.disagreement->elements, kElements);
}

}  // namespace
}  // namespace kassay::compare::testing::agreement_test
