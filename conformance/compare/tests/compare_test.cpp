#include "conformance/compare/compare.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "conformance/compare/tests/answers.h"
#include "spec/lib/tolerance.h"

namespace kassay::compare::testing::compare_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(CompareTensor, EqualPassesWithMarginZero) {
  const Verdict verdict = compare(answer({tensor(DType::kFloat32, {2}, {1, 2})}),
                                  {{expected(DType::kFloat32, {2}, {1, 2})}, {}}, {}, false);
  EXPECT_TRUE(verdict.passed);
  EXPECT_EQ(verdict.margin, 0.0);
  EXPECT_FALSE(verdict.failure);
}

TEST(CompareTensor, FirstWrongElementAndTheirNumberAreReported) {
  const Verdict verdict =
      compare(answer({tensor(DType::kFloat32, {2, 3}, {1, 2, 3.5, 4, 9, 6})}),
              {{expected(DType::kFloat32, {2, 3}, {1, 2, 3, 4, 5, 6})}, {}}, {1, 0, 0}, false);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->check, Check::kElement);
  EXPECT_EQ(verdict.failure->index, (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(verdict.failure->expected, "3");
  EXPECT_EQ(verdict.failure->actual, "3.5");
  EXPECT_EQ(verdict.failure->error, 0.5);
  EXPECT_EQ(verdict.failure->limit, 0x1p-22);
  EXPECT_EQ(verdict.failure->mismatched, 2);
  EXPECT_EQ(verdict.failure->elements, 6);
  EXPECT_EQ(verdict.worst_element, 4);
  EXPECT_EQ(verdict.margin, 4 / 0x1p-21);
}

ExpectedTensor with_limits(ExpectedTensor truth, const std::vector<double>& limits) {
  truth.limit = tensor(DType::kFloat64, truth.shape, limits);
  return truth;
}

TEST(CompareTensor, StatedLimitsReplaceTheAccuracy) {
  const ExpectedTensor truth = with_limits(expected(DType::kFloat32, {2}, {1, 2}), {0.5, 0.25});
  const auto passed = [&](const std::vector<double>& actual) {
    return compare(answer({tensor(DType::kFloat32, {2}, actual)}), {{truth}, {}}, {}, false).passed;
  };
  EXPECT_TRUE(passed({1.5, 2.25}));
  EXPECT_FALSE(passed({1.5, 2.5}));
}

TEST(CompareTensor, AnInfiniteLimitJudgesNothing) {
  const ExpectedTensor truth =
      with_limits(expected(DType::kFloat32, {3}, {1, 2, 3}), {kInfinity, kInfinity, 0});
  const auto passed = [&](const std::vector<double>& actual) {
    return compare(answer({tensor(DType::kFloat32, {3}, actual)}), {{truth}, {}}, {}, false).passed;
  };
  EXPECT_TRUE(passed({kNaN, -kInfinity, 3}));
  EXPECT_FALSE(passed({kNaN, -kInfinity, kNaN}));
}

TEST(CompareTensor, AnInfiniteLimitJudgesNoInteger) {
  const ExpectedTensor truth = with_limits(expected(DType::kInt32, {2}, {1, 2}), {kInfinity, 0});
  const auto passed = [&](const std::vector<double>& actual) {
    return compare(answer({tensor(DType::kInt32, {2}, actual)}), {{truth}, {}}, {}, false).passed;
  };
  EXPECT_TRUE(passed({7, 2}));
  EXPECT_FALSE(passed({1, 3}));
}

TEST(CompareTensor, StatedLimitsHaveNoRootMeanSquare) {
  const std::vector<double> ones(64, 1);
  const ExpectedTensor truth =
      with_limits(expected(DType::kFloat32, {64}, ones), std::vector<double>(64, 1));
  const std::vector<double> twos(64, 2);
  EXPECT_TRUE(
      compare(answer({tensor(DType::kFloat32, {64}, twos)}), {{truth}, {}}, {0, 1, 0}, false)
          .passed);
}

// Nine elements: all but the first are wrong, with growing errors; the limit is 1.
Failure failure_of_nine(const std::vector<double>& actual) {
  const ExpectedTensor truth = expected(DType::kFloat64, {3, 3}, {1, 1, 1, 1, 1, 1, 1, 1, 1});
  return compare(answer({tensor(DType::kFloat64, {3, 3}, actual)}), {{truth}, {}}, {0, 0, 1}, false)
      .failure.value();
}

TEST(CompareTensor, WorstElementsComeInOrderOfTheirMargin) {
  const Failure failure = failure_of_nine({1, 3, 4, 5, 6, 7, 8, 9, 10});
  EXPECT_EQ(failure.shape, (Shape{3, 3}));
  ASSERT_EQ(failure.worst.size(), kWorstElements);
  EXPECT_EQ(failure.worst.front().index, (std::vector<std::int64_t>{2, 2}));
  EXPECT_EQ(failure.worst.front().expected, "1");
  EXPECT_EQ(failure.worst.front().actual, "10");
  EXPECT_EQ(failure.worst.front().error, 9);
  EXPECT_EQ(failure.worst.front().limit, 1);
  EXPECT_EQ(failure.worst.back().index, (std::vector<std::int64_t>{0, 1}));
}

TEST(CompareTensor, WorstElementsAreWrongOnes) {
  EXPECT_EQ(failure_of_nine({1, 1.5, 1, 1, 3, 1, 1, 1, 1}).worst.size(), 1u);
}

TEST(CompareTensor, ErrorMapTellsHowFarOffEachElementIs) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(failure_of_nine({1, 1.0625, 2, 2.5, 11, 12, 1e4, inf, std::nan("")}).error_map,
            "012334566");
}

TEST(CompareTensor, LargeTensorHasNoErrorMap) {
  const Shape shape = {kLargestErrorMap + 1};
  const std::vector<double> zeros(static_cast<std::size_t>(shape[0]), 0);
  const std::vector<double> ones(zeros.size(), 1);
  const Verdict verdict = compare(answer({tensor(DType::kInt32, shape, ones)}),
                                  {{expected(DType::kInt32, shape, zeros)}, {}}, {}, false);
  EXPECT_EQ(verdict.failure.value().error_map, "");
  EXPECT_EQ(verdict.failure->worst.size(), kWorstElements);
}

TEST(CompareTensor, WrongSecondOutputIsNamed) {
  const ExpectedTensor one = expected(DType::kInt32, {1}, {7});
  const Verdict verdict =
      compare(answer({tensor(DType::kInt32, {1}, {7}), tensor(DType::kInt32, {1}, {8})}),
              {{one, one}, {}}, {}, false);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->output, 1);
  EXPECT_EQ(verdict.worst_output, 1);
  EXPECT_EQ(verdict.margin, kInfinity);
}

TEST(CompareTensor, FirstOfTwoWrongOutputsIsTheFailure) {
  const ExpectedTensor one = expected(DType::kInt32, {1}, {7});
  const Verdict verdict =
      compare(answer({tensor(DType::kInt32, {1}, {8}), tensor(DType::kInt32, {1, 1}, {7})}),
              {{one, one}, {}}, {}, false);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->output, 0);
  EXPECT_EQ(verdict.failure->check, Check::kElement);
}

TEST(CompareTensor, MissingOutput) {
  const ExpectedTensor one = expected(DType::kInt32, {1}, {7});
  EXPECT_EQ(failing_check(answer({tensor(DType::kInt32, {1}, {7})}), {one, one}), "count");
}

TEST(CompareTensor, OtherFloatDtype) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat64, {1}, {1})}),
                          {expected(DType::kFloat32, {1}, {1})}, {1e9, 0, 1e9}),
            "dtype");
}

TEST(CompareTensor, OtherIntegerDtype) {
  EXPECT_EQ(
      failing_check(answer({tensor(DType::kInt64, {1}, {1})}), {expected(DType::kInt32, {1}, {1})}),
      "dtype");
}

TEST(CompareTensor, OtherDtypeOfTheSameSize) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kInt32, {1}, {0})}),
                          {expected(DType::kFloat32, {1}, {0})}),
            "dtype");
}

TEST(CompareTensor, TransposedShape) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat32, {3, 2}, {1, 1, 1, 1, 1, 1})}),
                          {expected(DType::kFloat32, {2, 3}, {1, 1, 1, 1, 1, 1})}, {9, 0, 9}),
            "shape");
}

TEST(CompareTensor, RankZeroIsNotOneElement) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat32, {1}, {1})}),
                          {expected(DType::kFloat32, {}, {1})}),
            "shape");
}

TEST(CompareTensor, EmptyTensorsOfOneShapeAreEqual) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat32, {0, 3}, {})}),
                          {expected(DType::kFloat32, {0, 3}, {})}),
            "");
}

TEST(CompareTensor, EmptyTensorsOfOtherShapesDiffer) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat32, {3, 0}, {})}),
                          {expected(DType::kFloat32, {0, 3}, {})}),
            "shape");
}

TEST(CompareTensor, TransposedData) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat32, {2, 2}, {1, 3, 2, 4})}),
                          {expected(DType::kFloat32, {2, 2}, {1, 2, 3, 4})}, {4, 0, 0}),
            "element");
}

TEST(CompareTensor, IntegersAreExactWhateverTheAccuracy) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kInt32, {1}, {8})}),
                          {expected(DType::kInt32, {1}, {7})}, {10, 0, 10}),
            "element");
}

TEST(CompareTensor, LargeIntegersThatDoublesConfuseDiffer) {
  Tensor one(DType::kInt64, {1});
  Tensor other(DType::kInt64, {1});
  one.mutable_data<std::int64_t>()[0] = (std::int64_t{1} << 53) + 1;
  other.mutable_data<std::int64_t>()[0] = std::int64_t{1} << 53;
  EXPECT_EQ(failing_check(answer({one}), {ExpectedTensor{DType::kInt64, {1}, other, {}, {}}}),
            "element");
}

TEST(CompareTensor, BoolThatIsNeitherFalseNorTrueDiffers) {
  Tensor odd(DType::kBool, {1});
  odd.mutable_bytes()[0] = std::byte{2};
  EXPECT_EQ(failing_check(answer({odd}), {expected(DType::kBool, {1}, {1})}), "element");
}

TEST(CompareTensor, NaNPayloadAndSignDoNotMatter) {
  Tensor payload(DType::kFloat32, {1});
  payload.mutable_data<float>()[0] = std::bit_cast<float>(0xffc12345U);
  EXPECT_EQ(failing_check(answer({payload}), {expected(DType::kFloat32, {1}, {kNaN})}), "");
}

TEST(CompareTensor, NaNForANumber) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat16, {1}, {kNaN})}),
                          {expected(DType::kFloat16, {1}, {1})}, {1e6, 0, 1e6}),
            "element");
}

TEST(CompareTensor, NumberForNaN) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat16, {1}, {1})}),
                          {expected(DType::kFloat16, {1}, {kNaN})}, {1e6, 0, 1e6}),
            "element");
}

TEST(CompareTensor, SignOfZeroFailsWithInfiniteMargin) {
  const Verdict verdict = compare(answer({tensor(DType::kFloat32, {1}, {-0.0})}),
                                  {{expected(DType::kFloat32, {1}, {0.0})}, {}}, {4, 0, 1}, true);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->actual, "-0");
  EXPECT_EQ(verdict.margin, kInfinity);
}

TEST(CompareTensor, PlainNumberForATensor) {
  EXPECT_EQ(failing_check(answer({1.0}), {expected(DType::kFloat32, {}, {1})}), "value");
}

TEST(CompareVector, ExactValueThatTheDtypeLacksIsAFaultOfTheVector) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat32, {1}, {0.1})}),
                          {expected(DType::kFloat32, {1}, {0.1})}),
            "vector");
}

TEST(CompareVector, ExactValueBeyondTheLargestFiniteIsInfinity) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat16, {1}, {kInfinity})}),
                          {expected(DType::kFloat16, {1}, {1e5})}),
            "");
}

TEST(CompareVector, MissingMagnitude) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat32, {1}, {1})}),
                          {expected(DType::kFloat32, {1}, {1})}, {0, 4, 0}),
            "vector");
}

TEST(CompareVector, NegativeMagnitude) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat32, {1}, {1})}),
                          {expected(DType::kFloat32, {1}, {1}, {-1})}, {0, 4, 0}),
            "vector");
}

TEST(CompareVector, InfiniteMagnitudeOfAFiniteValueWouldAllowAnything) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat32, {1}, {9})}),
                          {expected(DType::kFloat32, {1}, {1}, {kInfinity})}, {0, 4, 0}),
            "vector");
}

TEST(CompareVector, MagnitudeOfNaNDoesNotMatter) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat32, {1}, {kNaN})}),
                          {expected(DType::kFloat32, {1}, {kNaN}, {kNaN})}, {0, 4, 0}),
            "");
}

TEST(CompareVector, NaNAccuracy) {
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat32, {1}, {1})}),
                          {expected(DType::kFloat32, {1}, {1})}, {kNaN, 0, 0}),
            "vector");
}

TEST(CompareVector, ValueStoredInAnotherShape) {
  ExpectedTensor crooked = expected(DType::kFloat32, {2}, {1, 2});
  crooked.shape = {1};
  EXPECT_EQ(failing_check(answer({tensor(DType::kFloat32, {1}, {1})}), {crooked}), "vector");
}

TEST(CompareError, ExpectedKindPasses) {
  EXPECT_TRUE(compare(raised("value"), {{}, {"type", "value"}}, {}, false).passed);
}

TEST(CompareError, AnyAllowsEachKind) {
  EXPECT_TRUE(compare(raised("other"), {{}, {"any"}}, {}, false).passed);
}

TEST(CompareError, OtherKind) {
  const Verdict verdict = compare(raised("type"), {{}, {"value"}}, {}, false);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->check, Check::kErrorKind);
}

TEST(CompareError, ValuesWhereAnErrorIsExpected) {
  const Verdict verdict = compare(answer({1.0}), {{}, {"any"}}, {}, false);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->check, Check::kNoError);
}

TEST(CompareError, ErrorWhereValuesAreExpected) {
  EXPECT_EQ(failing_check(raised("value"), {expected(DType::kFloat32, {}, {1})}),
            "unexpected-error");
}

TEST(CompareError, ErrorWhereNoOutputIsExpected) {
  EXPECT_EQ(failing_check(raised("value"), {}), "unexpected-error");
}

}  // namespace
}  // namespace kassay::compare::testing::compare_test
