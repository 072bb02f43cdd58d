// The details of a failure in a verdict: both sides, the place, the error, a note.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "conformance/compare/compare.h"
#include "conformance/compare/tests/answers.h"
#include "spec/lib/tolerance.h"

namespace kassay::compare::testing::failure_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// A difference that no number describes.
struct Difference {
  std::string name;
  Answer answer;
  Expectation expectation;
  std::string check, expected_text, actual_text;
};

class FailureOfKind : public ::testing::TestWithParam<Difference> {};

TEST_P(FailureOfKind, IsToldWithBothSides) {
  const Difference& difference = GetParam();
  const Verdict verdict = compare(difference.answer, difference.expectation, {}, false);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(check_name(verdict.failure->check), difference.check);
  EXPECT_EQ(verdict.failure->expected, difference.expected_text);
  EXPECT_EQ(verdict.failure->actual, difference.actual_text);
  EXPECT_EQ(verdict.failure->error, kInfinity);
  EXPECT_EQ(verdict.margin, kInfinity);
  EXPECT_EQ(verdict.worst_output, -1);
  EXPECT_EQ(verdict.worst_element, -1);
}

INSTANTIATE_TEST_SUITE_P(
    Answers, FailureOfKind,
    ::testing::Values(Difference{"Dtype",
                                 answer({tensor(DType::kFloat64, {1}, {1})}),
                                 {{expected(DType::kFloat32, {1}, {1})}, {}},
                                 "dtype",
                                 "float32",
                                 "float64"},
                      Difference{"Shape",
                                 answer({tensor(DType::kFloat32, {1}, {1})}),
                                 {{expected(DType::kFloat32, {1, 1}, {1})}, {}},
                                 "shape",
                                 "(1, 1)",
                                 "(1,)"},
                      Difference{"NoTensor",
                                 answer({Value(2.5)}),
                                 {{expected(DType::kFloat32, {1}, {2.5})}, {}},
                                 "value",
                                 "a float32 tensor of shape (1,)",
                                 "2.5"},
                      Difference{"Count",
                                 answer({Value(1.0), Value(2.0)}),
                                 {{Value(1.0)}, {}},
                                 "count",
                                 "1 output",
                                 "2 outputs"},
                      Difference{"Raised",
                                 raised("type"),
                                 {{Value(1.0), Value(2.0)}, {}},
                                 "unexpected-error",
                                 "2 outputs",
                                 "an error of kind type"},
                      Difference{"RaisedAnother",
                                 raised("type"),
                                 {{}, {"value", "index"}},
                                 "error-kind",
                                 "an error of kind value or index",
                                 "an error of kind type"},
                      Difference{"NotRaised",
                                 answer({Value(1.0), Value(true)}),
                                 {{}, {"value"}},
                                 "no-error",
                                 "an error of kind value",
                                 "1.0, True"},
                      Difference{"NothingForAnError",
                                 answer({}),
                                 {{}, {"value"}},
                                 "no-error",
                                 "an error of kind value",
                                 "no output"}),
    [](const ::testing::TestParamInfo<Difference>& info) { return info.param.name; });

// A wrong element, and what its numbers do not show.
struct Noted {
  std::string name;
  std::vector<double> actual, truth;
  Accuracy accuracy;
  std::string note;
};

class NoteOnAnElement : public ::testing::TestWithParam<Noted> {};

TEST_P(NoteOnAnElement, SaysWhatItIs) {
  const Noted& noted = GetParam();
  const Shape shape = {static_cast<std::int64_t>(noted.actual.size())};
  const Verdict verdict =
      compare(answer({tensor(DType::kFloat32, shape, noted.actual)}),
              {{expected(DType::kFloat32, shape, noted.truth)}, {}}, noted.accuracy, true);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.note, noted.note);
}

constexpr char kMustBeExact[] = "This result must be exact.";

INSTANTIATE_TEST_SUITE_P(
    Elements, NoteOnAnElement,
    ::testing::Values(
        Noted{"NumberForNaN", {1}, {kNaN}, {}, "Expected NaN, got a number."},
        Noted{"NaNForANumber", {kNaN}, {1}, {}, "Expected a number, got NaN."},
        Noted{"OtherZero", {-0.0}, {0}, {}, "The sign of zero matters here."},
        Noted{"NumberForInfinity", {1}, {kInfinity}, {}, "Only this infinity is correct."},
        Noted{"OtherInfinity", {-kInfinity}, {kInfinity}, {}, "Only this infinity is correct."},
        Noted{"InfinityForANumber", {kInfinity}, {1}, {1, 0, 0}, ""},
        Noted{"ZeroForANumber", {0}, {1}, {}, kMustBeExact},
        Noted{"NumberForZero", {1}, {0}, {}, kMustBeExact},
        Noted{"OneForTwo", {1}, {2}, {}, kMustBeExact},
        Noted{"TwoForOne", {2}, {1}, {}, kMustBeExact},
        Noted{"BeyondTheUlps", {2}, {1}, {1, 0, 0}, ""},
        Noted{"BeyondTheAbsoluteTolerance", {2}, {1}, {0, 0, 0.5}, ""},
        Noted{"TheFirstThatIsWrong", {kNaN, 2, 1}, {kNaN, 1, kNaN}, {}, kMustBeExact}),
    [](const ::testing::TestParamInfo<Noted>& info) { return info.param.name; });

ExpectedTensor with_limits(ExpectedTensor truth, const std::vector<double>& limits) {
  truth.limit = tensor(DType::kFloat64, truth.shape, limits);
  return truth;
}

TEST(NoteOnAStatedLimit, SaysWhetherThatIsZero) {
  const auto note = [](double limit, const Accuracy& accuracy) {
    const ExpectedTensor truth = with_limits(expected(DType::kFloat32, {2}, {1, 1}), {5, limit});
    return compare(answer({tensor(DType::kFloat32, {2}, {2, 3})}), {{truth}, {}}, accuracy, false)
        .note;
  };
  EXPECT_EQ(note(0, {1, 0, 0}), kMustBeExact);
  EXPECT_EQ(note(1, {}), "");
}

TEST(NoteOnATensor, SaysThatItMustBeAnArray) {
  const Verdict verdict =
      compare(answer({Value(1.0)}), {{expected(DType::kFloat32, {}, {1})}, {}}, {}, false);
  EXPECT_EQ(verdict.note, "A tensor is expected, and it must evaluate to an array.");
}

// Passes: the first of two tensors is at this share of its limit, the second at that.
Verdict of_margins(double first, double second) {
  const auto one = expected(DType::kFloat64, {2}, {1, 1});
  return compare(answer({tensor(DType::kFloat64, {2}, {1, 1 + first}),
                         tensor(DType::kFloat64, {2}, {1 + second, 1})}),
                 {{one, one}, {}}, {0, 0, 1}, false);
}

TEST(WorstPlace, IsThatOfTheLargestMargin) {
  EXPECT_EQ(of_margins(0.5, 0.25).margin, 0.5);
  EXPECT_EQ(of_margins(0.5, 0.25).worst_output, 0);
  EXPECT_EQ(of_margins(0.5, 0.25).worst_element, 1);
  EXPECT_EQ(of_margins(0.25, 0.5).margin, 0.5);
  EXPECT_EQ(of_margins(0.25, 0.5).worst_output, 1);
  EXPECT_EQ(of_margins(0.25, 0.5).worst_element, 0);
}

TEST(WorstPlace, IsTheFirstOfEqualOnes) {
  EXPECT_EQ(of_margins(0.5, 0.5).worst_output, 0);
  const Verdict verdict =
      compare(answer({tensor(DType::kFloat64, {3}, {1, 2, 2})}),
              {{expected(DType::kFloat64, {3}, {1, 1, 1})}, {}}, {0, 0, 1}, false);
  EXPECT_EQ(verdict.worst_element, 1);
}

TEST(WorstPlace, IsNoneWithoutAnError) {
  const Verdict verdict = of_margins(0, 0);
  EXPECT_EQ(verdict.margin, 0);
  EXPECT_EQ(verdict.worst_output, -1);
  EXPECT_EQ(verdict.worst_element, -1);
}

TEST(WorstPlace, IsOfNoPlainValue) {
  const Verdict verdict = compare(answer({Value(1.5)}), {{Value(1.0)}, {}}, {0, 0, 1}, false);
  EXPECT_EQ(verdict.margin, 0.5);
  EXPECT_EQ(verdict.worst_output, -1);
}

TEST(WorstElementsTold, AreTheLargestOfMore) {
  // Errors of 2 to 11 limits.
  const ExpectedTensor truth = expected(DType::kFloat64, {10}, std::vector<double>(10, 0.0));
  const Verdict verdict =
      compare(answer({tensor(DType::kFloat64, {10}, {2, 3, 11, 4, 5, 10, 6, 7, 9, 8})}),
              {{truth}, {}}, {0, 0, 1}, false);
  std::vector<double> errors;
  for (const WrongElement& element : verdict.failure->worst) errors.push_back(element.error);
  EXPECT_EQ(errors, (std::vector<double>{11, 10, 9, 8, 7, 6, 5, 4}));
}

TEST(WorstElementsTold, AreTheFirstOfEqualOnes) {
  const ExpectedTensor truth = expected(DType::kInt32, {10}, std::vector<double>(10, 0));
  const Verdict verdict = compare(answer({tensor(DType::kInt32, {10}, std::vector<double>(10, 1))}),
                                  {{truth}, {}}, {}, false);
  ASSERT_EQ(verdict.failure->worst.size(), kWorstElements);
  for (std::size_t i = 0; i < kWorstElements; ++i) {
    EXPECT_EQ(verdict.failure->worst[i].index.at(0), static_cast<std::int64_t>(i));
  }
}

TEST(ErrorMapTold, IsThereForAsManyElementsAsItMayHave) {
  const Shape shape = {kLargestErrorMap};
  const auto count = static_cast<std::size_t>(kLargestErrorMap);
  const Verdict verdict =
      compare(answer({tensor(DType::kInt32, shape, std::vector<double>(count, 1))}),
              {{expected(DType::kInt32, shape, std::vector<double>(count, 0))}, {}}, {}, false);
  EXPECT_EQ(verdict.failure->error_map, std::string(count, '5'));
}

TEST(ErrorMapTold, LevelsIncludeTheirUpperEnds) {
  const Verdict verdict =
      compare(answer({tensor(DType::kFloat64, {5}, {0.1, 1, 10, 1000, 1001})}),
              {{expected(DType::kFloat64, {5}, {0, 0, 0, 0, 0})}, {}}, {0, 0, 1}, false);
  EXPECT_EQ(verdict.failure->error_map, "12345");
}

TEST(IntegerFailure, AreMeasuredAgainstAStatedLimit) {
  const auto verdict = [](double actual) {
    const ExpectedTensor truth = with_limits(expected(DType::kInt32, {1}, {10}), {2});
    return compare(answer({tensor(DType::kInt32, {1}, {actual})}), {{truth}, {}}, {}, false);
  };
  EXPECT_TRUE(verdict(8).passed);
  EXPECT_EQ(verdict(8).margin, 1);
  EXPECT_FALSE(verdict(13).passed);
  EXPECT_EQ(verdict(13).margin, 1.5);
}

TEST(IntegerFailure, DifferByMoreThanTheirDtypeHolds) {
  const auto error = [](DType dtype, double actual, double truth) {
    return compare(answer({tensor(dtype, {1}, {actual})}), {{expected(dtype, {1}, {truth})}, {}},
                   {}, false)
        .failure->error;
  };
  EXPECT_EQ(error(DType::kUint8, 0, 255), 255);
  EXPECT_EQ(error(DType::kInt8, -128, 127), 255);
  EXPECT_EQ(error(DType::kInt64, -0x1p63, 0x1p62), 0x1.8p63);
}

TEST(IntegerFailure, NaNLimitLetsNothingPass) {
  const ExpectedTensor truth = with_limits(expected(DType::kInt32, {1}, {1}), {kNaN});
  const Verdict verdict =
      compare(answer({tensor(DType::kInt32, {1}, {1})}), {{truth}, {}}, {}, false);
  EXPECT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.margin, kInfinity);
}

TEST(FailureMargin, OfAnErrorOfOneIsNoSpecialCase) {
  const ExpectedTensor truth = expected(DType::kFloat64, {1}, {1});
  EXPECT_EQ(compare(answer({tensor(DType::kFloat64, {1}, {2})}), {{truth}, {}}, {0, 0, 0.25}, false)
                .margin,
            4);
}

// With 16 terms an element may be 10 roundoffs off, the whole 3.
constexpr Accuracy kSixteenTerms{0, 16, 0};
constexpr double kRoundoff = 0x1p-24;

Verdict of_errors(const std::vector<double>& errors) {
  const Shape shape = {static_cast<std::int64_t>(errors.size())};
  const std::vector<double> ones(errors.size(), 1.0);
  std::vector<double> values;
  for (const double error : errors) values.push_back(1 - error * kRoundoff);
  return compare(answer({tensor(DType::kFloat32, shape, values)}),
                 {{expected(DType::kFloat32, shape, ones, ones)}, {}}, kSixteenTerms, false);
}

TEST(RmsFailure, SaysHowLargeItIsAndWhichElementsAreWorst) {
  std::vector<double> errors(66, 4);
  errors[2] = 9;
  const Verdict verdict = of_errors(errors);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->check, Check::kRms);
  EXPECT_EQ(verdict.failure->expected, "at most 3");
  const double rms = std::sqrt((65 * 16 + 81) / 66.0);
  EXPECT_DOUBLE_EQ(verdict.failure->error, rms);
  EXPECT_DOUBLE_EQ(std::stod(verdict.failure->actual), rms);
  EXPECT_EQ(verdict.failure->elements, 66);
  EXPECT_EQ(verdict.failure->mismatched, 0);
  EXPECT_EQ(verdict.failure->shape, (Shape{66}));
  EXPECT_EQ(verdict.failure->error_map, std::string(66, '2'));
  ASSERT_EQ(verdict.failure->worst.size(), kWorstElements);
  EXPECT_EQ(verdict.failure->worst[0].index, (std::vector<std::int64_t>{2}));
  EXPECT_NE(verdict.note.find("a bias"), std::string::npos) << verdict.note;
}

TEST(RmsFailure, CountsTheElementsThatAreInTheRms) {
  std::vector<double> values(66, 1 - 8 * kRoundoff), truths(66, 1), magnitudes(66, 1);
  truths[0] = values[0] = kNaN;
  truths[1] = values[1] = 0;
  magnitudes[1] = 0;
  const Verdict verdict =
      compare(answer({tensor(DType::kFloat32, {66}, values)}),
              {{expected(DType::kFloat32, {66}, truths, magnitudes)}, {}}, kSixteenTerms, false);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->elements, 64);
}

TEST(RmsFailure, ElementsWithoutErrorAreNotAmongTheWorst) {
  // Six of 64, each at its limit: their rms is above 3.
  std::vector<double> errors(64, 0);
  for (int i = 10; i < 16; ++i) errors[static_cast<std::size_t>(i)] = 10;
  const Verdict verdict = of_errors(errors);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->worst.size(), 6U);
}

TEST(RmsVerdict, AtItsLimitPasses) {
  const Verdict verdict = of_errors(std::vector<double>(64, 3));
  EXPECT_TRUE(verdict.passed);
  EXPECT_EQ(verdict.margin, 1);
}

TEST(RmsVerdict, OfWrongElementsIsNotTold) {
  std::vector<double> errors(64, 8);
  errors[5] = 100;
  EXPECT_EQ(of_errors(errors).failure->check, Check::kElement);
}

}  // namespace
}  // namespace kassay::compare::testing::failure_test
