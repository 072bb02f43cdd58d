// The description of two answers that disagree, and the border of disagreement.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "conformance/compare/agreement.h"
#include "conformance/compare/tests/answers.h"

namespace kassay::compare::testing::disagreement_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Agreement compared(const Answer& first, const Answer& second, const Case& test_case) {
  return compare_answers(first, second, test_case, test_case.expectation);
}

// Of a case that expects nothing in particular.
Agreement compared(const Value& first, const Value& second, const Accuracy& accuracy = {}) {
  return compared(answer({first}), answer({second}), case_expecting({}, accuracy));
}

Agreement compared_plain(const Value& first, const Value& second, const Accuracy& accuracy = {}) {
  return compared(answer({first}), answer({second}), case_expecting({Value(None{})}, accuracy));
}

// A difference that no number describes.
struct Difference {
  std::string name;
  Answer first, second;
  std::string check, first_text, second_text;
};

class DisagreementOfKind : public ::testing::TestWithParam<Difference> {};

TEST_P(DisagreementOfKind, IsToldWithBothAnswers) {
  const auto& [name, first, second, check, first_text, second_text] = GetParam();
  const Agreement agreement = compared(first, second, case_expecting({}));
  ASSERT_TRUE(agreement.disagreement);
  EXPECT_EQ(check_name(agreement.disagreement->check), check);
  EXPECT_EQ(agreement.disagreement->first, first_text);
  EXPECT_EQ(agreement.disagreement->second, second_text);
  EXPECT_EQ(agreement.disagreement->difference, kInfinity);
  EXPECT_EQ(agreement.margin, kInfinity);
}

INSTANTIATE_TEST_SUITE_P(
    Answers, DisagreementOfKind,
    ::testing::Values(Difference{"Dtype", answer({tensor(DType::kInt32, {1}, {1})}),
                                 answer({tensor(DType::kInt64, {1}, {1})}), "dtype", "int32",
                                 "int64"},
                      Difference{"Shape", answer({tensor(DType::kInt32, {2, 1}, {1, 1})}),
                                 answer({tensor(DType::kInt32, {1, 2}, {1, 1})}), "shape", "(2, 1)",
                                 "(1, 2)"},
                      Difference{"Value", answer({Value(true)}), answer({Value(false)}), "value",
                                 "True", "False"},
                      Difference{"Count", answer({Value(1.0)}), answer({Value(1.0), Value(2.0)}),
                                 "count", "1 output", "2 outputs"},
                      Difference{"FirstRaised", raised("value"), answer({Value(1.0)}), "answer",
                                 "an error of kind value", "1 output"},
                      Difference{"SecondRaised", answer({}), raised("type"), "answer", "0 outputs",
                                 "an error of kind type"},
                      Difference{"OtherErrors", raised("value"), raised("type"), "error-kind",
                                 "an error of kind value", "an error of kind type"}),
    [](const ::testing::TestParamInfo<Difference>& info) { return info.param.name; });

TEST(WorstDisagreement, IsTheFirstOfThoseThatDifferMost) {
  for (const DType dtype : {DType::kInt16, DType::kUint8, DType::kFloat64}) {
    const Agreement agreement =
        compared(tensor(dtype, {5}, {7, 1, 2, 9, 3}), tensor(dtype, {5}, {7, 2, 7, 4, 3}));
    ASSERT_TRUE(agreement.disagreement) << dtype_name(dtype);
    EXPECT_EQ(agreement.disagreement->index, (std::vector<std::int64_t>{2}));
    EXPECT_EQ(agreement.disagreement->first, "2");
    EXPECT_EQ(agreement.disagreement->second, "7");
    EXPECT_EQ(agreement.disagreement->difference, 5);
    EXPECT_EQ(agreement.disagreement->limit, 0);
    EXPECT_EQ(agreement.disagreement->differing, 3);
    EXPECT_EQ(agreement.disagreement->elements, 5);
    EXPECT_EQ(agreement.margin, kInfinity);
  }
}

TEST(DisagreementOfIntegers, ThatDoublesConfuseDiffer) {
  Tensor one(DType::kInt64, {1}), other(DType::kInt64, {1});
  one.mutable_data<std::int64_t>()[0] = (std::int64_t{1} << 53) + 1;
  other.mutable_data<std::int64_t>()[0] = std::int64_t{1} << 53;
  const Agreement agreement = compared(one, other);
  ASSERT_TRUE(agreement.disagreement);
  EXPECT_EQ(agreement.disagreement->difference, 1);
}

TEST(DisagreementOfIntegers, OfWhichOneIsABoolOfAnotherByteDiffer) {
  Tensor odd(DType::kBool, {1});
  odd.mutable_bytes()[0] = std::byte{2};
  EXPECT_TRUE(compared(odd, tensor(DType::kBool, {1}, {1})).disagreement);
}

TEST(DisagreementOfBools, IsToldInTheirOrder) {
  const Agreement agreement =
      compared(tensor(DType::kBool, {1}, {0}), tensor(DType::kBool, {1}, {1}));
  ASSERT_TRUE(agreement.disagreement);
  EXPECT_EQ(agreement.disagreement->first, "False");
  EXPECT_EQ(agreement.disagreement->second, "True");
}

TEST(DisagreementOfOutputs, FirstOfThoseThatDifferIsTold) {
  const Answer first = answer({Value(1.0), Value(2.0), Value(3.0)});
  const Case test_case = case_expecting({Value(1.0), Value(2.0), Value(3.0)});
  const auto output = [&](double second, double third) {
    const auto agreement =
        compared(first, answer({Value(1.0), Value(second), Value(third)}), test_case);
    return agreement.disagreement ? agreement.disagreement->output : -1;
  };
  EXPECT_EQ(output(2, 3), -1);
  EXPECT_EQ(output(2, 4), 2);
  EXPECT_EQ(output(5, 4), 1);
}

TEST(DisagreementOfOutputs, MarginIsTheLargestOfAll) {
  const auto one = [](double value) { return tensor(DType::kFloat64, {1}, {value}); };
  const auto margin = [&](double first, double second) {
    return compared(answer({one(1), one(1)}), answer({one(first), one(second)}),
                    case_expecting({}, {0, 0, 1}))
        .margin;
  };
  EXPECT_EQ(margin(1.5, 2), 0.5);
  EXPECT_EQ(margin(2, 1.5), 0.5);
}

TEST(DisagreementOfOutputs, OneThatIsSampledIsNoted) {
  const Case test_case = case_expecting({ExpectedSample{}, Value(1.0)});
  const Answer both = answer({tensor(DType::kFloat32, {1}, {1}), Value(1.0)});
  EXPECT_TRUE(compared(both, both, test_case).sampled);
}

TEST(DisagreementOfSamples, OfAnotherDtypeAreToldInTheirOrder) {
  const Agreement agreement =
      compared(answer({tensor(DType::kFloat32, {1}, {1})}),
               answer({tensor(DType::kFloat16, {1}, {1})}), case_expecting({ExpectedSample{}}));
  ASSERT_TRUE(agreement.disagreement);
  EXPECT_EQ(agreement.disagreement->first, "float32");
  EXPECT_EQ(agreement.disagreement->second, "float16");
}

TEST(DisagreementOfSamples, TensorAndPlainNumberCannotBothBeRight) {
  const Case test_case = case_expecting({ExpectedSample{}});
  const Answer array = answer({tensor(DType::kFloat32, {}, {1})}), number = answer({Value(1.0)});
  for (const auto& [first, second] : {std::pair(array, number), std::pair(number, array)}) {
    const Agreement agreement = compared(first, second, test_case);
    ASSERT_TRUE(agreement.disagreement);
    EXPECT_EQ(agreement.disagreement->check, Check::kValue);
    EXPECT_TRUE(agreement.sampled);
  }
  EXPECT_EQ(compared(array, number, test_case).disagreement->second, "1.0");
  EXPECT_EQ(compared(number, array, test_case).disagreement->first, "1.0");
  EXPECT_FALSE(compared(number, number, test_case).disagreement);
}

TEST(DisagreementOfPlainValues, AgreeWithinTwiceTheUlpsAndTwiceTheAbsoluteTolerance) {
  EXPECT_FALSE(compared_plain(1.0, 1 + 4 * 0x1p-52, {2, 0, 0}).disagreement);
  EXPECT_TRUE(compared_plain(1.0, 1 + 5 * 0x1p-52, {2, 0, 0}).disagreement);
  EXPECT_FALSE(compared_plain(1.0, 2.0, {0, 0, 0.5}).disagreement);
  EXPECT_TRUE(compared_plain(1.0, 2.25, {0, 0, 0.5}).disagreement);
}

TEST(DisagreementOfPlainValues, AcrossABinadeTheLargerUlpCounts) {
  // Two ulps of 1, and four of what is below.
  EXPECT_FALSE(compared_plain(1.0, 1 - 0x1p-51, {1, 0, 0}).disagreement);
  EXPECT_FALSE(compared_plain(1 - 0x1p-51, 1.0, {1, 0, 0}).disagreement);
}

TEST(DisagreementOfPlainValues, SignOfZeroIsNoMatter) {
  EXPECT_FALSE(compared_plain(0.0, -0.0).disagreement);
}

TEST(DisagreementOfPlainValues, ListIsNoNumber) {
  EXPECT_TRUE(compared_plain(List{1.0}, 1.0).disagreement);
  EXPECT_TRUE(compared_plain(1.0, List{1.0}).disagreement);
}

TEST(DisagreementOfPlainValues, ItemsOfListsAreComparedInTheirOrder) {
  EXPECT_FALSE(compared_plain(List{1.0, List{true}}, List{1.0, List{true}}).disagreement);
  EXPECT_TRUE(compared_plain(List{1.0, 2.0}, List{2.0, 1.0}).disagreement);
  EXPECT_TRUE(compared_plain(List{1.0, List{true}}, List{1.0, List{false}}).disagreement);
}

TEST(AgreementMagnitude, CountsFromOneTermOn) {
  // 2 * 2 (1 + 1) * 2^-24 * 4 is 2^-19.
  const Case one_term = case_expecting({expected(DType::kFloat32, {1}, {1}, {4})}, {0, 1, 0});
  const auto agree = [&](double second) {
    return !compared(answer({tensor(DType::kFloat32, {1}, {1})}),
                     answer({tensor(DType::kFloat32, {1}, {second})}), one_term)
                .disagreement;
  };
  EXPECT_TRUE(agree(1 + 0x1p-19));
  EXPECT_FALSE(agree(1 + 0x1p-19 + 0x1p-23));
}

// Terms do not widen a bound if the vectors lack the magnitude.
struct NoMagnitude {
  std::string name;
  std::vector<ExpectedOutput> outputs;
};

class WithoutMagnitude : public ::testing::TestWithParam<NoMagnitude> {};

TEST_P(WithoutMagnitude, TermsDoNotCount) {
  EXPECT_TRUE(compared(answer({tensor(DType::kFloat32, {2}, {1, 1})}),
                       answer({tensor(DType::kFloat32, {2}, {1, 1 + 0x1p-23})}),
                       case_expecting(GetParam().outputs, {0, 4, 0}))
                  .disagreement);
}

ExpectedTensor with_magnitude(ExpectedTensor truth, Tensor magnitude) {
  truth.magnitude = std::move(magnitude);
  return truth;
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, WithoutMagnitude,
    ::testing::Values(NoMagnitude{"NoOutput", {}},
                      NoMagnitude{"None", {expected(DType::kFloat32, {2}, {1, 1})}},
                      NoMagnitude{"OfAnotherShape",
                                  {expected(DType::kFloat32, {1, 2}, {1, 1}, {9, 9})}},
                      NoMagnitude{"OfAnotherDtype",
                                  {with_magnitude(expected(DType::kFloat32, {2}, {1, 1}),
                                                  tensor(DType::kInt64, {2}, {9, 9}))}}),
    [](const ::testing::TestParamInfo<NoMagnitude>& info) { return info.param.name; });

TEST(AgreementBound, IsTwiceEachPartOfTheLimitOfTheLarger) {
  const Accuracy accuracy{4, 9, 1e-3};
  for (const auto& [a, b] : {std::pair(3.0, 1.0), std::pair(1.0, -3.0), std::pair(-3.0, 2.0)}) {
    const Limit limit = agreement_limit(a, b, 10, accuracy, DType::kFloat32);
    EXPECT_EQ(limit.from_ulps, 2 * 4 * 0x1p-22);
    EXPECT_DOUBLE_EQ(limit.from_terms, 2 * 2 * (1 + 3) * 0x1p-24 * 10);
    EXPECT_EQ(limit.atol, 2e-3);
    EXPECT_DOUBLE_EQ(limit.total, limit.from_ulps + limit.from_terms + limit.atol);
  }
}

TEST(AgreementBound, OfInfinityIsThatOfTheLargestNumber) {
  EXPECT_EQ(agreement_limit(1, -kInfinity, 0, {1, 0, 0}, DType::kFloat16).total, 2 * 32);
  EXPECT_EQ(agreement_limit(kInfinity, 1, 0, {1, 0, 0}, DType::kFloat16).total, 2 * 32);
}

TEST(AgreementBound, OfNaNIsZero) {
  EXPECT_EQ(agreement_limit(1, kNaN, 0, {1, 0, 1}, DType::kFloat16).total, 0);
  EXPECT_EQ(agreement_limit(kNaN, 1, 0, {1, 0, 1}, DType::kFloat16).total, 0);
}

TEST(AgreementBound, DistanceOfZeroIsThatToTheSubnormalNumbers) {
  Limit limit;
  limit.total = 2;
  for (const auto& [a, b] : {std::pair(0.0, 1.0), std::pair(1.0, 0.0)}) {
    const ElementCheck check = check_agreement(a, b, limit, DType::kFloat16);
    EXPECT_TRUE(check.passed);
    EXPECT_EQ(check.error, 1 - 0x1p-14L);
  }
}

TEST(AgreementBound, OfInfinityIncludesItsEnd) {
  // The overflow threshold of float16, 65,520, is twice this.
  const Limit limit = agreement_limit(0, kInfinity, 0, {0, 0, 32760}, DType::kFloat16);
  const ElementCheck check = check_agreement(0, kInfinity, limit, DType::kFloat16);
  EXPECT_TRUE(check.passed);
  EXPECT_EQ(check.error, 65520);
  const ElementCheck beyond = check_agreement(-1, kInfinity, limit, DType::kFloat16);
  EXPECT_FALSE(beyond.passed);
  EXPECT_EQ(beyond.error, kInfinity);
}

// 33,000 is nearer than 40,000 to infinity, which begins at 65,520, to zero and to -5,000.
TEST(AgreementBound, ThatReachesFromInfinityBeyondZero) {
  const Accuracy accuracy{0, 0, 40000};
  const Limit of_truth = element_limit(33000, 0, accuracy, DType::kFloat16);
  for (const double number : {0.0, -0.0, -5000.0}) {
    ASSERT_TRUE(check_element(number, 33000, of_truth, DType::kFloat16, false).passed);
    ASSERT_TRUE(check_element(kInfinity, 33000, of_truth, DType::kFloat16, false).passed);
    const Limit limit = agreement_limit(number, kInfinity, 0, accuracy, DType::kFloat16);
    const ElementCheck forth = check_agreement(number, kInfinity, limit, DType::kFloat16);
    const ElementCheck back = check_agreement(kInfinity, number, limit, DType::kFloat16);
    const ElementCheck mirrored = check_agreement(-kInfinity, -number, limit, DType::kFloat16);
    for (const ElementCheck& check : {forth, back, mirrored}) {
      EXPECT_TRUE(check.passed) << number;
      EXPECT_EQ(check.error, 65520 - number);
    }
    EXPECT_FALSE(check_agreement(kInfinity, -16384, limit, DType::kFloat16).passed);
  }
}

}  // namespace
}  // namespace kassay::compare::testing::disagreement_test
