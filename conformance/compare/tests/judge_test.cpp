#include "conformance/compare/judge.h"

#include <gtest/gtest.h>

#include "conformance/compare/tests/answers.h"

namespace kassay::compare::testing::judge_test {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Answer floats(Shape shape, const std::vector<double>& values) {
  return answer({tensor(DType::kFloat32, std::move(shape), values)});
}

Case case_with_readings() {
  Case result = case_expecting({expected(DType::kFloat32, {2}, {1, 2})}, {1, 0, 0});
  result.readings = {
      {"doubled", false, {{expected(DType::kFloat32, {2}, {2, 4})}, {}}},
      {"from-zero", true, {{expected(DType::kFloat32, {2}, {0, 1})}, {}}},
      {"refused", false, {{}, {"value"}}},
  };
  return result;
}

Specification with_readings(const std::string& function, std::vector<Reading> readings) {
  Specification result;
  result.functions.emplace_back();
  result.functions.back().name = function;
  result.functions.back().readings = std::move(readings);
  return result;
}

TEST(Judge, NormativeAnswerPasses) {
  const CaseResult result = judged(floats({2}, {1, 2}), case_with_readings());
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_EQ(result.reading, "");
  EXPECT_EQ(result.message, "");
  EXPECT_EQ(result.case_id, "math/square/float32/value,x=2");
}

TEST(Judge, AcceptedReadingPassesUnderItsName) {
  const CaseResult result = judged(floats({2}, {0, 1}), case_with_readings());
  EXPECT_EQ(result.outcome, Outcome::kPassAccepted);
  EXPECT_EQ(result.reading, "from-zero");
  EXPECT_EQ(result.margin, 0.0);
  EXPECT_FALSE(result.failure);
}

TEST(Judge, WrongReadingFailsUnderItsName) {
  const CaseResult result = judged(floats({2}, {2, 4}), case_with_readings());
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_EQ(result.reading, "doubled");
  EXPECT_TRUE(contains(result.message, "doubled")) << result.message;
}

TEST(Judge, WrongReadingIsExplainedWhereTheSpecificationIsAtHand) {
  const Specification specification =
      with_readings("square", {{"doubled", "square.value", "wrong", "Twice the input."}});
  CaseResult result;
  judge(floats({2}, {2, 4}), case_with_readings(), result, &specification);
  EXPECT_TRUE(contains(result.message, "Twice the input.")) << result.message;
}

TEST(Judge, ReadingsTogetherAndOfOtherFunctionsAreExplained) {
  Case test_case = case_with_readings();
  test_case.readings = {
      {"root/negated+doubled", true, {{expected(DType::kFloat32, {2}, {2, 4})}, {}}}};
  Specification specification =
      with_readings("square", {{"doubled", "square.value", "accepted", "Twice the input."}});
  specification.functions.push_back(
      with_readings("root", {{"negated", "root.value", "accepted", "The other root."}})
          .functions[0]);
  CaseResult result;
  judge(floats({2}, {2, 4}), test_case, result, &specification);
  EXPECT_EQ(result.outcome, Outcome::kPassAccepted);
  EXPECT_TRUE(contains(result.message, "The other root. Twice the input.")) << result.message;
}

TEST(Judge, AMistakeInAPartOfTheElementsIsNamed) {
  Case test_case = case_expecting({expected(DType::kFloat32, {4}, {1, 2, 3, 4})}, {1, 0, 0});
  test_case.readings = {{"doubled", false, {{expected(DType::kFloat32, {4}, {2, 4, 6, 8})}, {}}}};
  const CaseResult result = judged(floats({4}, {1, 4, 6, 5}), test_case);
  EXPECT_EQ(result.reading, "");
  EXPECT_TRUE(contains(result.message, "2 of the 3 wrong elements match the wrong reading doubled"))
      << result.message;
}

TEST(Judge, AMistakeInFewerThanHalfOfTheWrongElementsIsNotNamed) {
  Case test_case = case_expecting({expected(DType::kFloat32, {4}, {1, 2, 3, 4})}, {1, 0, 0});
  test_case.readings = {{"doubled", false, {{expected(DType::kFloat32, {4}, {2, 4, 6, 8})}, {}}}};
  const CaseResult result = judged(floats({4}, {0, 0, 0, 8}), test_case);
  EXPECT_FALSE(contains(result.message, "doubled")) << result.message;
}

TEST(Judge, AnswerOfNoReadingFailsWithoutName) {
  const CaseResult result = judged(floats({2}, {1, 7}), case_with_readings());
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_EQ(result.reading, "");
}

TEST(Judge, ReadingIsHeldToTheSameTolerance) {
  const CaseResult result = judged(floats({2}, {2.001, 4}), case_with_readings());
  EXPECT_EQ(result.reading, "");
}

TEST(Judge, WrongAnswerIsKept) {
  const CaseResult result = judged(floats({2}, {1, 7}), case_with_readings());
  ASSERT_EQ(result.answer.size(), 1u);
  EXPECT_EQ(result.answer[0].dtype, "float32");
  EXPECT_EQ(result.answer[0].elements, (std::vector<std::string>{"1", "7"}));
}

TEST(Judge, RightAnswerIsNotKept) {
  EXPECT_TRUE(judged(floats({2}, {1, 2}), case_with_readings()).answer.empty());
  EXPECT_TRUE(judged(floats({2}, {0, 1}), case_with_readings()).answer.empty());
}

TEST(Judge, RaisedErrorIsAnError) {
  const CaseResult result = judged(raised("value", "no such axis"), case_with_readings());
  EXPECT_EQ(result.outcome, Outcome::kError);
  EXPECT_TRUE(contains(result.message, "no such axis")) << result.message;
}

TEST(Judge, NotImplementedIsUnsupported) {
  const CaseResult result = judged(raised("not-implemented", "later"), case_with_readings());
  EXPECT_EQ(result.outcome, Outcome::kUnsupported);
  EXPECT_TRUE(contains(result.message, "later")) << result.message;
}

TEST(Judge, NotImplementedIsNoRefusal) {
  Case test_case = case_with_readings();
  test_case.expectation = {{}, {"any"}};
  EXPECT_EQ(judged(raised("not-implemented", "later"), test_case).outcome, Outcome::kUnsupported);
  test_case.expectation = {{}, {"not-implemented"}};
  EXPECT_EQ(judged(raised("not-implemented", "later"), test_case).outcome, Outcome::kPass);
}

TEST(Judge, WrongKindOfErrorIsAFailure) {
  Case test_case = case_expecting({});
  test_case.expectation.error_kinds = {"value"};
  EXPECT_EQ(judged(raised("type"), test_case).outcome, Outcome::kFail);
  EXPECT_EQ(judged(floats({1}, {1}), test_case).outcome, Outcome::kFail);
  EXPECT_EQ(judged(raised("value"), test_case).outcome, Outcome::kPass);
}

TEST(Judge, FaultOfTheVectorIsNotBlamedOnTheBackend) {
  const Case test_case = case_expecting({expected(DType::kFloat32, {1}, {0.1})});
  const CaseResult result = judged(floats({1}, {0.1}), test_case);
  EXPECT_EQ(result.outcome, Outcome::kError);
  EXPECT_TRUE(contains(result.message, "vector")) << result.message;
  EXPECT_TRUE(contains(result.message, "is not a float32")) << result.message;
  EXPECT_FALSE(result.failure);
}

TEST(Judge, FaultOfAnAcceptedReadingIsTold) {
  Case test_case = case_expecting({expected(DType::kFloat32, {1}, {1})});
  test_case.readings = {{"inexact", true, {{expected(DType::kFloat32, {1}, {0.1})}, {}}}};
  const CaseResult result = judged(floats({1}, {0.1}), test_case);
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_TRUE(contains(result.message, "inexact could not be tried")) << result.message;
}

TEST(Judge, MessageOfAWrongElementCanBeActedOn) {
  const Case test_case =
      case_expecting({expected(DType::kFloat32, {2, 2}, {1, 2, 3, 5})}, {1, 0, 0});
  const CaseResult result = judged(floats({2, 2}, {1, 2, 3.5, 7}), test_case);
  for (const char* part : {"square", "output 0", "[1, 0]", "expected 3", "actual 3.5", "error 0.5",
                           "limit 2.38", "2 of 4 elements"}) {
    EXPECT_TRUE(contains(result.message, part)) << part << " in: " << result.message;
  }
}

TEST(Judge, MessageOfALongErrorIsShortened) {
  const Case test_case = case_expecting({expected(DType::kFloat32, {1}, {1})});
  const CaseResult result = judged(raised("value", std::string(1000000, 'x')), test_case);
  EXPECT_LT(result.message.size(), 4000U);
}

TEST(Hint, ColumnMajorData) {
  const Case test_case =
      case_expecting({expected(DType::kFloat32, {2, 3}, {1, 2, 3, 4, 5, 6})}, {1, 0, 0});
  const CaseResult result = judged(floats({2, 3}, {1, 4, 2, 5, 3, 6}), test_case);
  EXPECT_TRUE(contains(result.message, "column-major")) << result.message;
}

TEST(Hint, TransposedTensor) {
  const Case test_case =
      case_expecting({expected(DType::kFloat32, {2, 3}, {1, 2, 3, 4, 5, 6})}, {1, 0, 0});
  const CaseResult result = judged(floats({3, 2}, {1, 4, 2, 5, 3, 6}), test_case);
  EXPECT_TRUE(contains(result.message, "transpose")) << result.message;
}

TEST(Hint, TransposedTensorOfRankThree) {
  std::vector<double> values(24);
  std::vector<double> transposed(24);
  for (int i = 0; i < 24; ++i) {
    values[i] = i + 1;
    const int a = i / 12, b = i / 4 % 3, c = i % 4;
    transposed[c * 6 + b * 2 + a] = i + 1;
  }
  const Case test_case = case_expecting({expected(DType::kFloat32, {2, 3, 4}, values)}, {1, 0, 0});
  const CaseResult result = judged(floats({4, 3, 2}, transposed), test_case);
  EXPECT_TRUE(contains(result.message, "transpose")) << result.message;
}

TEST(Hint, ReversedOrder) {
  const Case test_case = case_expecting({expected(DType::kInt32, {2, 2}, {1, 2, 3, 4})}, {0, 0, 0});
  const CaseResult result =
      judged(answer({tensor(DType::kInt32, {2, 2}, {4, 3, 2, 1})}), test_case);
  EXPECT_TRUE(contains(result.message, "all in reversed order")) << result.message;
}

TEST(Hint, ReversedAlongOneAxis) {
  const Case test_case =
      case_expecting({expected(DType::kFloat32, {2, 3}, {1, 2, 3, 4, 5, 6})}, {1, 0, 0});
  const CaseResult rows = judged(floats({2, 3}, {4, 5, 6, 1, 2, 3}), test_case);
  EXPECT_TRUE(contains(rows.message, "reversed order along axis 0")) << rows.message;
  const CaseResult columns = judged(floats({2, 3}, {3, 2, 1, 6, 5, 4}), test_case);
  EXPECT_TRUE(contains(columns.message, "reversed order along axis 1")) << columns.message;
}

TEST(Hint, ConstantFactor) {
  const Case test_case =
      case_expecting({expected(DType::kFloat32, {3}, {0.1, -0.7, 0.3})}, {2, 0, 0});
  const CaseResult result = judged(floats({3}, {0.1 / 3, -0.7 / 3, 0.3 / 3}), test_case);
  EXPECT_TRUE(contains(result.message, "0.333333 times")) << result.message;
}

TEST(Hint, NoFactorWhereOneElementDisagrees) {
  const Case test_case =
      case_expecting({expected(DType::kFloat32, {3}, {0.1, -0.7, 0.3})}, {2, 0, 0});
  const CaseResult result = judged(floats({3}, {0.2, -1.4, 0.61}), test_case);
  EXPECT_FALSE(contains(result.message, "times")) << result.message;
}

TEST(Hint, FactorOfOneTellsNothing) {
  const Case test_case = case_expecting({expected(DType::kFloat32, {2}, {1, 2})}, {1, 0, 0});
  const CaseResult result = judged(floats({2}, {1 + 0x1p-22, 2}), test_case);
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_FALSE(contains(result.message, "times")) << result.message;
}

TEST(Hint, OnlyTheShape) {
  const Case test_case = case_expecting({expected(DType::kFloat32, {}, {4})}, {1, 0, 0});
  const CaseResult result = judged(floats({1}, {4}), test_case);
  EXPECT_TRUE(contains(result.message, "but the shape is not")) << result.message;
}

TEST(Hint, OnlyTheDtype) {
  const Case test_case = case_expecting({expected(DType::kFloat32, {2}, {0.1, 0.2})}, {1, 0, 0});
  const CaseResult result = judged(answer({tensor(DType::kFloat64, {2}, {0.1, 0.2})}), test_case);
  EXPECT_TRUE(contains(result.message, "but the dtype is not")) << result.message;
}

TEST(Hint, NoDtypeHintWhereAFractionWouldBeCutOff) {
  const Case test_case = case_expecting({expected(DType::kInt32, {2}, {1, 2})});
  const CaseResult result = judged(answer({tensor(DType::kFloat32, {2}, {1, 2.5})}), test_case);
  EXPECT_FALSE(contains(result.message, "but the dtype")) << result.message;
}

}  // namespace
}  // namespace kassay::compare::testing::judge_test
