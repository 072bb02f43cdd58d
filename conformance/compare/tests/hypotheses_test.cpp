// Guesses at what a wrong tensor is, each on a tensor that is that, and on one that is not.
#include "conformance/compare/hypotheses.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "conformance/compare/tests/answers.h"

namespace kassay::compare::testing::hypotheses_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Tensor floats(Shape shape, const std::vector<double>& values) {
  return tensor(DType::kFloat32, std::move(shape), values);
}
ExpectedTensor truth(const Shape& shape, const std::vector<double>& values,
                     const std::vector<double>& magnitudes = {}) {
  return expected(DType::kFloat32, shape, values, magnitudes);
}
ExpectedTensor with_limits(ExpectedTensor result, const std::vector<double>& limits) {
  result.limit = tensor(DType::kFloat64, result.shape, limits);
  return result;
}
std::vector<double> up_to(int last) {
  std::vector<double> numbers(static_cast<std::size_t>(last));
  std::iota(numbers.begin(), numbers.end(), 1.0);
  return numbers;
}

struct Guess {
  std::string name;
  Tensor actual;
  ExpectedTensor truth;
  Accuracy accuracy;
  std::string sentence;  // or empty
};

class Hypothesis : public ::testing::TestWithParam<Guess> {};

TEST_P(Hypothesis, IsTheFirstThatMakesTheTensorRight) {
  const auto& [name, actual, truth, accuracy, sentence] = GetParam();
  EXPECT_EQ(matching_hypothesis(actual, truth, accuracy, false), sentence);
}

constexpr char kDtype[] = "The values are right, but the dtype is not.";
constexpr char kShape[] = "The values and their order are right, but the shape is not.";
constexpr char kTranspose[] = "The answer is the transpose of the expected one.";
constexpr char kColumnMajor[] = "The values are right, but stored in column-major order.";
constexpr char kReversed[] = "The values are right, but all in reversed order.";

std::string along(int axis) {
  return "The values are right, but in reversed order along axis " + std::to_string(axis) + ".";
}
std::string times(const std::string& factor) {
  return "Every value is " + factor + " times the expected one.";
}

INSTANTIATE_TEST_SUITE_P(
    OfOrder, Hypothesis,
    ::testing::Values(
        Guess{"Integers", tensor(DType::kInt64, {2}, {1, 2}), truth({2}, {1, 2}), {}, kDtype},
        Guess{"WholeFloats", floats({2}, {1, 2}), expected(DType::kInt32, {2}, {1, 2}), {}, kDtype},
        Guess{"Fractions", floats({2}, {1, 2.5}), expected(DType::kInt32, {2}, {1, 2}), {}, ""},
        Guess{"OtherIntegers", tensor(DType::kInt64, {2}, {1, 5}), truth({2}, {1, 2}), {}, ""},
        Guess{"DtypeAndShape", tensor(DType::kInt32, {2, 1}, {1, 2}), truth({2}, {1, 2}), {}, ""},
        Guess{"Flattened", floats({4}, up_to(4)), truth({2, 2}, up_to(4)), {}, kShape},
        Guess{"FlattenedAndWrong", floats({2}, {1, 3}), truth({1, 2}, {1, 2}), {}, ""},
        Guess{"OfAnotherSize", floats({3}, up_to(3)), truth({2}, {1, 2}), {}, ""},
        Guess{"TransposedSquare",
              floats({2, 2}, {1, 3, 2, 4}),
              truth({2, 2}, up_to(4)),
              {},
              kTranspose},
        Guess{"TransposedMatrix",
              floats({3, 2}, {1, 4, 2, 5, 3, 6}),
              truth({2, 3}, up_to(6)),
              {},
              kTranspose},
        Guess{"ColumnMajorMatrix",
              floats({2, 3}, {1, 4, 2, 5, 3, 6}),
              truth({2, 3}, up_to(6)),
              {},
              kColumnMajor},
        Guess{"ColumnMajorOfRankThree",
              floats({2, 1, 3}, {1, 4, 2, 5, 3, 6}),
              truth({2, 1, 3}, up_to(6)),
              {},
              kColumnMajor},
        Guess{"ReversedVector", floats({3}, {3, 2, 1}), truth({3}, up_to(3)), {}, kReversed},
        Guess{"ReversedMatrix",
              floats({2, 3}, {6, 5, 4, 3, 2, 1}),
              truth({2, 3}, up_to(6)),
              {},
              kReversed},
        Guess{"ReversedRows",
              floats({3, 2}, {5, 6, 3, 4, 1, 2}),
              truth({3, 2}, up_to(6)),
              {},
              along(0)},
        Guess{"ReversedColumns",
              floats({2, 3}, {3, 2, 1, 6, 5, 4}),
              truth({2, 3}, up_to(6)),
              {},
              along(1)},
        Guess{"ReversedMiddle",
              floats({2, 3, 1}, {3, 2, 1, 6, 5, 4}),
              truth({2, 3, 1}, up_to(6)),
              {},
              along(1)},
        Guess{"OneWrongElement", floats({1}, {5}), truth({1}, {1}), {}, ""},
        Guess{"AScalar", floats({}, {5}), truth({}, {1}), {}, ""},
        Guess{"TwoReversed", floats({2}, {2, 1}), truth({2}, {1, 2}), {}, kReversed},
        Guess{"ColumnMajorAndFlattened",
              floats({6}, {1, 4, 2, 5, 3, 6}),
              truth({2, 3}, up_to(6)),
              {},
              ""},
        Guess{"ReversedAndFlattened", floats({4}, {4, 3, 2, 1}), truth({2, 2}, up_to(4)), {}, ""},
        Guess{"ReversedColumnsAndFlattened",
              floats({6}, {3, 2, 1, 6, 5, 4}),
              truth({2, 3}, up_to(6)),
              {},
              ""},
        Guess{"EmptyOfAnotherShape", floats({0, 2}, {}), truth({0, 3}, {}), {}, kShape}),
    [](const ::testing::TestParamInfo<Guess>& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OfAFactor, Hypothesis,
    ::testing::Values(
        Guess{"Two", floats({2}, {2, 6}), truth({2}, {1, 3}), {}, times("2")},
        Guess{"Negative", floats({3}, {-2, 8, 0}), truth({3}, {1, -4, 0}), {}, times("-2")},
        Guess{"SixDigits",
              floats({2}, {12.34567, 24.69134}),
              truth({2}, {1, 2}),
              {},
              times("12.3457")},
        Guess{
            "Small", floats({2}, {0x1p-10, 0x1p-9}), truth({2}, {1, 2}), {}, times("0.000976563")},
        Guess{"OfOneTellingElement", floats({2}, {2, 0}), truth({2}, {1, 0}), {}, ""},
        Guess{"WithARest", floats({3}, {2, 6, 1}), truth({3}, {1, 3, 0}), {}, ""},
        Guess{"Zero", floats({2}, {0, 0}), truth({2}, {1, 3}), {}, ""},
        Guess{"WithNaN", floats({3}, {2, 6, 1}), truth({3}, {1, 3, kNaN}), {}, ""},
        Guess{"OfInfinity", floats({2}, {kInfinity, kInfinity}), truth({2}, {1, 3}), {}, ""},
        Guess{"OfIntegers",
              tensor(DType::kInt32, {2}, {2, 6}),
              expected(DType::kInt32, {2}, {1, 3}),
              {},
              ""},
        Guess{"InAnotherDtype", tensor(DType::kInt32, {2}, {2, 6}), truth({2}, {1, 3}), {}, ""},
        Guess{"InAnotherShape", floats({1, 2}, {2, 6}), truth({2}, {1, 3}), {}, ""},
        // Four ulps of 1, times the factor.
        Guess{"WithinTheUlps",
              floats({2}, {2048, 2 + 3 * 0x1p-22}),
              truth({2}, {1024, 1}),
              {4, 0, 0},
              times("2")},
        Guess{"BeyondTheUlps",
              floats({2}, {2048, 2 + 0x1p-18}),
              truth({2}, {1024, 1}),
              {4, 0, 0},
              ""},
        // The limit of an element is 2 u 2 m, times the factor: 2^-20 here, and as much for the factor.
        Guess{"WithinTheTermsOfOne",
              floats({2}, {2, 4 + 0x1p-19}),
              truth({2}, {1, 2}, {4, 4}),
              {0, 1, 0},
              times("2")},
        Guess{"BeyondTheTermsOfOne",
              floats({2}, {2 + 0x1p-17, 4}),
              truth({2}, {1, 2}, {4, 4}),
              {0, 1, 0},
              ""},
        Guess{"WithinStatedLimits",
              floats({2}, {2.25, 6}),
              with_limits(truth({2}, {1, 3}), {0.125, 0}),
              {},
              times("2")},
        Guess{"BeyondStatedLimits",
              floats({2}, {2.5, 6}),
              with_limits(truth({2}, {1, 3}), {0.125, 0}),
              {},
              ""}),
    [](const ::testing::TestParamInfo<Guess>& info) { return info.param.name; });

std::int64_t explained(const Tensor& actual, const ExpectedTensor& truth,
                       const ExpectedTensor& reading, const Accuracy& accuracy = {}) {
  return explained_elements(actual, truth, reading, accuracy, false);
}

TEST(ExplainedElements, AreThoseOfTheReadingThatAreWrong) {
  EXPECT_EQ(explained(floats({4}, {1, 4, 6, 9}), truth({4}, up_to(4)), truth({4}, {2, 4, 6, 8})),
            2);
  EXPECT_EQ(explained(floats({2}, {1, 2}), truth({2}, {1, 2}), truth({2}, {2, 4})), 0);
}

TEST(ExplainedElements, MayBeNaN) {
  EXPECT_EQ(
      explained(floats({3}, {kNaN, kNaN, 3}), truth({3}, {1, kNaN, 3}), truth({3}, {kNaN, 2, 4})),
      1);
}

TEST(ExplainedElements, MayBeInfinite) {
  EXPECT_EQ(explained(floats({2}, {kInfinity, 2}), truth({2}, {1, 2}), truth({2}, {kInfinity, 4})),
            1);
}

TEST(ExplainedElements, MayBeIntegers) {
  EXPECT_EQ(
      explained(tensor(DType::kInt32, {3}, {1, 4, 6}), expected(DType::kInt32, {3}, {1, 2, 3}),
                expected(DType::kInt32, {3}, {2, 4, 6})),
      2);
}

TEST(ExplainedElements, AreHeldToTheMagnitudeOfTheirReading) {
  // 2 (1 + 1) u m: 2^-22 by the expectation, 2^-12 by the reading.
  const ExpectedTensor one = truth({1}, {1}, {1}), reading = truth({1}, {2}, {1024});
  EXPECT_EQ(explained(floats({1}, {2 + 0x1p-13}), one, reading, {0, 1, 0}), 1);
  EXPECT_EQ(explained(floats({1}, {2 + 0x1p-11}), one, reading, {0, 1, 0}), 0);
}

TEST(ExplainedElements, AreNoneOfAReadingOfAnotherKind) {
  const Tensor actual = floats({2}, {2, 4});
  const ExpectedTensor one = truth({2}, {1, 2});
  EXPECT_EQ(explained(actual, one, truth({1, 2}, {2, 4})), 0);
  EXPECT_EQ(explained(actual, one, expected(DType::kFloat64, {2}, {2, 4})), 0);
  EXPECT_EQ(explained(actual, one, truth({2}, {2, 4}, {1, 1}), {1, 0, 0}), 0);
  EXPECT_EQ(explained(actual, truth({2}, {1, 2}, {1, 1}), truth({2}, {2, 4}), {1, 0, 0}), 0);
}

TEST(ExplainedElements, AreNoneOfAnExpectationWithItsOwnLimits) {
  EXPECT_EQ(
      explained(floats({2}, {2, 4}), with_limits(truth({2}, {1, 2}), {0, 0}), truth({2}, {2, 4})),
      0);
}

TEST(ExplainedElements, AreNoneWhereOnlyTheRmsIsWrong) {
  const std::vector<double> ones(64, 1), off(64, 1 + 0x1p-21);
  const ExpectedTensor one = truth({64}, ones, ones), reading = truth({64}, off, ones);
  EXPECT_EQ(explained(floats({64}, off), one, reading, {0, 16, 0}), 0);
}

}  // namespace
}  // namespace kassay::compare::testing::hypotheses_test
