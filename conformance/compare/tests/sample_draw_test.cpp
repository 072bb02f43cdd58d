// Which elements of samples share a draw, and from how many draws on statistics are taken.
#include <gtest/gtest.h>

#include <vector>

#include "conformance/compare/sample_comparison.h"
#include "conformance/compare/tests/generated.h"

namespace kassay::compare::testing::sample_draw_test {
namespace {

ExpectedSample uniform_sample(Shape shape, std::vector<std::int64_t> constant_axes = {}) {
  ExpectedSample result = sample(std::move(shape), UniformDistribution{0, 1});
  result.constant_axes = std::move(constant_axes);
  return result;
}
ExpectedSample same_draw(ExpectedSample expected, int as = 0) {
  expected.same_draw_as = as;
  return expected;
}

Verdict verdict_on(std::vector<Value> outputs, std::vector<ExpectedOutput> expected) {
  return compare(answer(std::move(outputs)), {std::move(expected), {}}, {}, false);
}

Tensor floats(Shape shape, const std::vector<double>& values) {
  return tensor(DType::kFloat32, std::move(shape), values);
}

TEST(Constancy, FirstElementWithADrawOfItsOwnIsTold) {
  const Verdict verdict = verdict_on({floats({2, 3}, {0.25, 0.5, 0.75, 0.25, 0.125, 0})},
                                     {uniform_sample({2, 3}, {0})});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->check, Check::kConstancy);
  EXPECT_EQ(verdict.failure->index, (std::vector<std::int64_t>{1, 1}));
  EXPECT_EQ(verdict.failure->expected, "0.5");
  EXPECT_EQ(verdict.failure->actual, "0.125");
  EXPECT_EQ(verdict.failure->mismatched, 2);
  EXPECT_EQ(verdict.failure->elements, 6);
  EXPECT_EQ(verdict.note, "One draw must serve every index along the axes [0].");
}

TEST(Constancy, AlongTwoAxesOfThree) {
  const ExpectedSample expected = uniform_sample({2, 3, 2}, {0, 2});
  std::vector<double> values = {0.25, 0.25, 0.5, 0.5, 0.75, 0.75,  //
                                0.25, 0.25, 0.5, 0.5, 0.75, 0.75};
  EXPECT_TRUE(verdict_on({floats({2, 3, 2}, values)}, {expected}).passed);
  for (const std::size_t i : {1U, 3U, 6U, 11U}) {
    std::vector<double> wrong = values;
    wrong[i] = 0.125;
    EXPECT_FALSE(verdict_on({floats({2, 3, 2}, wrong)}, {expected}).passed) << i;
  }
}

TEST(Constancy, OfAnElementThatIsTheDrawItself) {
  // The others are not those of the first row.
  const Verdict verdict =
      verdict_on({floats({3, 1}, {0.5, 0.25, 0.25})}, {uniform_sample({3, 1}, {0})});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->mismatched, 2);
}

TEST(Constancy, OfValuesIsThatOfTheirFlags) {
  ExpectedSample expected =
      sample({2, 2}, BernoulliDistribution{0.5, tensor(DType::kFloat64, {2, 2}, {1, 2, 3, 4})});
  expected.constant_axes = {0};
  EXPECT_TRUE(verdict_on({floats({2, 2}, {0, 2, 0, 4})}, {expected}).passed);
  EXPECT_FALSE(verdict_on({floats({2, 2}, {1, 2, 0, 4})}, {expected}).passed);
}

TEST(Repetition, FirstElementThatIsAnotherDrawIsTold) {
  const ExpectedSample first = uniform_sample({2, 2});
  const Verdict verdict =
      verdict_on({floats({2, 2}, {0.25, 0.5, 0.75, 1}), floats({2, 2}, {0.25, 0.5, 0.125, 0})},
                 {first, same_draw(first)});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->check, Check::kRepetition);
  EXPECT_EQ(verdict.failure->output, 1);
  EXPECT_EQ(verdict.failure->index, (std::vector<std::int64_t>{1, 0}));
  EXPECT_EQ(verdict.failure->expected, "0.75");
  EXPECT_EQ(verdict.failure->actual, "0.125");
  EXPECT_EQ(verdict.failure->mismatched, 2);
  EXPECT_EQ(verdict.failure->elements, 4);
  EXPECT_EQ(verdict.note, "The same numbers must be drawn as for output 0.");
}

TEST(Repetition, MayFailInTheFirstElement) {
  const ExpectedSample one = uniform_sample({2});
  const Verdict verdict =
      verdict_on({floats({2}, {0.25, 0.5}), floats({2}, {0.75, 0.5})}, {one, same_draw(one)});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->index, (std::vector<std::int64_t>{0}));
}

TEST(Repetition, IsThatOfTheOutputThatIsNamed) {
  const ExpectedSample one = uniform_sample({1});
  EXPECT_TRUE(verdict_on({floats({1}, {0}), floats({1}, {1}), floats({1}, {1})},
                         {one, one, same_draw(one, 1)})
                  .passed);
}

TEST(Repetition, OfValuesIsThatOfTheirFlags) {
  const auto flags = [](double value) {
    return sample({2}, BernoulliDistribution{0.5, tensor(DType::kFloat64, {2}, {value, value})});
  };
  EXPECT_TRUE(
      verdict_on({floats({2}, {0, 2}), floats({2}, {0, 3})}, {flags(2), same_draw(flags(3))})
          .passed);
  EXPECT_FALSE(
      verdict_on({floats({2}, {0, 2}), floats({2}, {3, 0})}, {flags(2), same_draw(flags(3))})
          .passed);
}

TEST(Repetition, OfAnOutputThatIsNoneIsNotBlamedOnTheSecond) {
  const ExpectedSample one = uniform_sample({1});
  for (const Value& first :
       {Value(0.5), Value(floats({1, 1}, {0.5})), Value(tensor(DType::kFloat64, {1}, {0.5}))}) {
    const Verdict verdict = verdict_on({first, floats({1}, {0.25})}, {one, same_draw(one)});
    ASSERT_FALSE(verdict.passed);
    EXPECT_EQ(verdict.failure->output, 0);
  }
}

TEST(Independence, FromAnOutputThatIsNoneIsNotJudged) {
  ExpectedSample second = uniform_sample({20, 20});
  second.independent_of = {0};
  const Tensor draw = generated(DType::kFloat32, {20, 20}, uniform(0, 1));
  const Verdict verdict = verdict_on({Value(0.5), draw}, {uniform_sample({20, 20}), second});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->output, 0);
  EXPECT_EQ(verdict.failure->check, Check::kValue);
}

// All draws are the same number, which only statistics tell.
Verdict of_equal_numbers(const Shape& shape, std::vector<std::int64_t> constant_axes) {
  const std::vector<double> values(static_cast<std::size_t>(element_count(shape)), 0.5);
  return verdict_on({floats(shape, values)}, {uniform_sample(shape, std::move(constant_axes))});
}

TEST(Statistics, AreTakenOf256DrawsAndMore) {
  EXPECT_TRUE(of_equal_numbers({255}, {}).passed);
  EXPECT_FALSE(of_equal_numbers({256}, {}).passed);
}

TEST(Statistics, CountDrawsAndNotElements) {
  EXPECT_TRUE(of_equal_numbers({2, 255, 2}, {0, 2}).passed);
  const Verdict verdict = of_equal_numbers({2, 256, 2}, {0, 2});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->elements, 256);
}

TEST(Statistics, AreOfTheShapeThatIsDrawn) {
  // One row serves both: a step along it, and half of it.
  std::vector<double> values;
  for (int row = 0; row < 2; ++row) {
    for (int i = 0; i < 256; ++i) values.push_back((i + 0.5) / 256);
  }
  std::vector<std::string> names;
  for (const Statistic& one :
       statistics_of({floats({2, 256}, values)}, {uniform_sample({2, 256}, {0})}, 0, {})) {
    if (one.name.find("elements") != std::string::npos) names.push_back(one.name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"the correlation of elements 1 apart",
                                             "the correlation of elements 128 apart"}));
}

TEST(FailedStatistic, IsToldWithItsLimitAndProbability) {
  const std::vector<double> values(256, 0.75);
  const std::vector<ExpectedOutput> expected = {uniform_sample({256})};
  const Value output = floats({256}, values);
  const Statistic mean = statistics_of({output}, expected, 0, {}).at(0);
  ASSERT_FALSE(mean.passed());
  const Verdict verdict = verdict_on({output}, expected);
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->check, Check::kMean);
  EXPECT_EQ(verdict.failure->expected.find("the mean to be 0.5 to within 0."), 0U);
  EXPECT_EQ(verdict.failure->actual, "0.75");
  EXPECT_EQ(verdict.failure->error, 0.25);
  EXPECT_EQ(verdict.failure->limit, mean.limit);
  EXPECT_EQ(verdict.failure->elements, 256);
  EXPECT_GT(verdict.margin, 1);
  EXPECT_LT(verdict.margin, 1e300);
  // Two digits, rounded up.
  const std::string said =
      "The mean is 0.87 standard deviations too large. A right generator is "
      "that far off with a probability of at most ";
  ASSERT_TRUE(verdict.note.starts_with(said)) << verdict.note;
  const std::string number = verdict.note.substr(said.size());
  EXPECT_EQ(number.find('e'), 3U) << number;
  EXPECT_GE(std::stod(number), mean.probability);
  EXPECT_LE(std::stod(number), 1.1 * mean.probability);
}

TEST(FailedDistribution, IsAtMostItsLimit) {
  std::vector<double> values;
  for (int i = 0; i < 256; ++i) values.push_back(i % 2 == 0 ? 0.1875 : 0.8125);
  const Verdict verdict = verdict_on({floats({256}, values)}, {uniform_sample({256})});
  ASSERT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.failure->check, Check::kDistribution);
  EXPECT_NE(verdict.failure->expected.find("to be at most 0."), std::string::npos)
      << verdict.failure->expected;
}

// Answers that are not samples.
TEST(NoSample, IsToldWithBothSides) {
  const auto failure = [](const Value& output, const ExpectedSample& expected) {
    return verdict_on({output}, {expected}).failure.value();
  };
  const ExpectedSample one = uniform_sample({1});
  EXPECT_EQ(failure(tensor(DType::kFloat64, {1}, {0}), one).check, Check::kDType);
  EXPECT_EQ(failure(tensor(DType::kFloat64, {1}, {0}), one).expected, "float32");
  EXPECT_EQ(failure(tensor(DType::kFloat64, {1}, {0}), one).actual, "float64");
  EXPECT_EQ(failure(floats({1, 1}, {0}), one).check, Check::kShape);
  EXPECT_EQ(failure(floats({1, 1}, {0}), one).expected, "(1,)");
  EXPECT_EQ(failure(floats({1, 1}, {0}), one).actual, "(1, 1)");
  EXPECT_EQ(failure(0.5, one).expected, "a float32 tensor of shape (1,)");
  EXPECT_EQ(failure(0.5, one).actual, "0.5");
  EXPECT_EQ(verdict_on({0.5}, {one}).note,
            "A tensor is expected, and it must evaluate to an array.");
  const ExpectedSample faulty = sample({1}, UniformDistribution{0, 0.1});
  EXPECT_EQ(failure(0.5, faulty).check, Check::kVector);
  EXPECT_EQ(failure(0.5, faulty).expected, "a float32 tensor of shape (1,)");
  EXPECT_EQ(failure(0.5, faulty).actual, "0.5");
}

class StatisticsOf : public ::testing::Test {
 protected:
  static std::vector<Statistic> of(const Value& output, ExpectedSample expected) {
    return statistics_of({output}, {std::move(expected)}, 0, {});
  }
  const Tensor draw_ = generated(DType::kFloat32, {16, 16}, uniform(0, 1));
};

TEST_F(StatisticsOf, ARightDrawAreThere) {
  // Mean, variance, distribution, three correlations twice, and four of the resolution.
  EXPECT_EQ(of(draw_, uniform_sample({16, 16})).size(), 13U);
}

TEST_F(StatisticsOf, NoTensorAreNone) { EXPECT_TRUE(of(0.5, uniform_sample({16, 16})).empty()); }

TEST_F(StatisticsOf, AnotherShapeAreNone) { EXPECT_TRUE(of(draw_, uniform_sample({256})).empty()); }

TEST_F(StatisticsOf, NumbersOutOfRangeAreNone) {
  EXPECT_TRUE(of(draw_, sample({16, 16}, UniformDistribution{0, 0.5})).empty());
}

TEST_F(StatisticsOf, DrawsThatAreNotConstantAreNone) {
  EXPECT_TRUE(of(draw_, uniform_sample({16, 16}, {0})).empty());
}

TEST_F(StatisticsOf, AFaultyVectorAreNone) {
  EXPECT_TRUE(of(draw_, sample({16, 16}, UniformDistribution{-0.1, 1})).empty());
}

TEST_F(StatisticsOf, ARepeatedDrawAreNone) {
  const ExpectedSample first = uniform_sample({16, 16});
  EXPECT_TRUE(statistics_of({draw_, draw_}, {first, same_draw(first)}, 1, {}).empty());
}

TEST(SampleMargin, IsThatOfTheRangeWhereItIsLarger) {
  const std::vector<double> values(2, 2.0);
  const ExpectedSample expected =
      sample({2}, BernoulliDistribution{0.5, tensor(DType::kFloat64, {2}, values)});
  const Verdict verdict =
      compare(answer({floats({2}, {0, 2.25})}), {{expected}, {}}, {0, 0, 0.5}, false);
  EXPECT_EQ(verdict.margin, 0.5);
}

}  // namespace
}  // namespace kassay::compare::testing::sample_draw_test
