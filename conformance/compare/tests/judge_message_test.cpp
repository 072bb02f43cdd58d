// The message of a result: the failure, the readings and the backend's own message.
#include <gtest/gtest.h>

#include <limits>

#include "conformance/compare/judge.h"
#include "conformance/compare/tests/answers.h"

namespace kassay::compare::testing::judge_message_test {
namespace {

Answer floats(Shape shape, const std::vector<double>& values) {
  return answer({tensor(DType::kFloat32, std::move(shape), values)});
}

ExpectedTensor truth(Shape shape, const std::vector<double>& values) {
  return expected(DType::kFloat32, shape, values);
}

std::string message_of(const Answer& answer, std::vector<ExpectedOutput> outputs,
                       const Accuracy& accuracy = {}) {
  return judged(answer, case_expecting(std::move(outputs), accuracy)).message;
}

std::string message_of_error(const Answer& answer, const std::string& kind) {
  Case test_case = case_expecting({});
  test_case.expectation.error_kinds = {kind};
  return judged(answer, test_case).message;
}

void expect_part(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << part << " in: " << message;
}
void expect_no_part(const std::string& message, const std::string& part) {
  EXPECT_EQ(message.find(part), std::string::npos) << part << " in: " << message;
}

TEST(JudgeMessage, OfTheOnlyElement) {
  expect_part(message_of(floats({1}, {3}), {truth({1}, {1})}, {1, 0, 0}),
              "square: output 0 at [0]: expected 1, actual 3, error 2, limit ");
  expect_part(message_of(floats({1}, {3}), {truth({1}, {1})}, {1, 0, 0}), "1 of 1 element wrong.");
}

TEST(JudgeMessage, OfPlainValues) {
  expect_part(message_of(answer({Value(true)}), {Value(false)}),
              "square: output 0: expected False, actual True.");
  expect_part(message_of(answer({Value(List{1.0, true})}), {Value(List{1.0, false})}),
              "square: output 0 at [1]: expected False, actual True.");
}

TEST(JudgeMessage, OfTheDtypeTheShapeAndTheCount) {
  expect_part(message_of(answer({tensor(DType::kInt32, {1}, {1})}), {truth({1}, {2})}),
              "output 0 has another dtype: expected float32, actual int32.");
  expect_part(message_of(floats({2}, {1, 2}), {truth({1}, {1})}),
              "output 0 has another shape: expected (1,), actual (2,).");
  expect_part(message_of(answer({}), {truth({1}, {1})}),
              "the number of outputs differs: expected 1 output, actual 0 outputs.");
}

TEST(JudgeMessage, OfTheRms) {
  const std::vector<double> ones(64, 1);
  const std::string message = message_of(floats({64}, std::vector<double>(64, 1 + 0x1p-21)),
                                         {expected(DType::kFloat32, {64}, ones, ones)}, {0, 16, 0});
  expect_part(message,
              "the rms of the errors of 64 elements, in units of the roundoff, is 8, and "
              "may be at most 3.");
}

TEST(JudgeMessage, OfACallThatIsNotRefused) {
  expect_part(message_of_error(answer({Value(1.0)}), "value"),
              "square: an invalid call was not refused: expected an error of kind value, actual "
              "1.0.");
}

TEST(JudgeMessage, OfARefusalSaysWhatTheBackendSays) {
  const std::string ended = message_of_error(raised("type", "No such axis."), "value");
  expect_part(ended, "the call was refused for another reason");
  expect_part(ended, " It says: No such axis.");
  expect_no_part(ended, "..");
  expect_part(message_of_error(raised("type", "axis"), "value"), " It says: axis.");
  expect_part(message_of_error(raised("type", "Why?"), "value"), " It says: Why?");
  expect_no_part(message_of_error(raised("type", "Why?"), "value"), "?.");
  expect_no_part(message_of_error(raised("type"), "value"), "It says");
  expect_part(message_of(raised("type", "axis"), {truth({1}, {1})}),
              "a valid call was refused: expected 1 output, actual an error of kind type. It says: "
              "axis.");
}

TEST(JudgeMessage, OfASample) {
  const auto flags = [](const Shape& shape) {
    ExpectedSample sample;
    sample.shape = shape;
    sample.distribution = BernoulliDistribution{0.5, {}};
    return sample;
  };
  expect_part(message_of(floats({2}, {1, 3}), {flags({2})}),
              "output 0 at [1] is out of range: expected 0 or 1, actual 3; 1 of 2 elements wrong.");
  ExpectedSample constant = flags({2});
  constant.constant_axes = {0};
  expect_part(
      message_of(floats({2}, {1, 0}), {constant}),
      "output 0 at [1] does not share its draw: expected 1, actual 0; 1 of 2 elements wrong.");
  ExpectedSample again = flags({2});
  again.same_draw_as = 0;
  const Answer other =
      answer({tensor(DType::kFloat32, {2}, {1, 1}), tensor(DType::kFloat32, {2}, {1, 0})});
  expect_part(
      message_of(other, {flags({2}), again}),
      "output 1 at [1] does not repeat the draw: expected 1, actual 0; 1 of 2 elements wrong.");
  expect_part(
      message_of(floats({256}, std::vector<double>(256, 1)), {flags({256})}),
      "output 0 is not a plausible sample of 256 draws: expected the share of elements that are "
      "not 0 to be 0.5 to within ");
}

// A result that holds what an earlier one left.
CaseResult used_result() {
  CaseResult result;
  result.outcome = Outcome::kFail;
  result.margin = 7;
  result.reading = "earlier";
  result.message = "earlier";
  result.failure.emplace();
  result.answer.emplace_back();
  return result;
}

TEST(JudgedResult, KeepsNothingOfAnEarlierOne) {
  CaseResult result = used_result();
  judge(floats({1}, {1}), case_expecting({truth({1}, {1})}), result);
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_EQ(result.function, "square");
  EXPECT_EQ(result.margin, 0);
  EXPECT_EQ(result.reading, "");
  EXPECT_EQ(result.message, "");
  EXPECT_FALSE(result.failure);
  EXPECT_TRUE(result.answer.empty());
}

TEST(JudgedResult, ThatIsUnsupportedHasNoMargin) {
  CaseResult result = used_result();
  judge(raised("not-implemented", "later"), case_expecting({truth({1}, {1})}), result);
  EXPECT_EQ(result.outcome, Outcome::kUnsupported);
  EXPECT_EQ(result.margin, 0);
  EXPECT_FALSE(result.failure);
  expect_part(result.message, "later.");
}

TEST(JudgedResult, HasTheMarginOfItsFailure) {
  const Case test_case = case_expecting({truth({1}, {1})}, {0, 0, 0.5});
  EXPECT_EQ(judged(floats({1}, {3}), test_case).margin, 4);
  EXPECT_EQ(judged(floats({1}, {1.25}), test_case).margin, 0.5);
}

TEST(JudgedResult, OfAnAcceptedReadingHasItsMargin) {
  Case test_case = case_expecting({truth({1}, {9})}, {0, 0, 1});
  test_case.readings = {{"other", true, {{truth({1}, {1})}, {}}}};
  const CaseResult result = judged(floats({1}, {1.25}), test_case);
  EXPECT_EQ(result.outcome, Outcome::kPassAccepted);
  EXPECT_EQ(result.margin, 0.25);
  EXPECT_EQ(result.message, "The answer matches an accepted reading: other.");
}

TEST(JudgedResult, KeepsThePreviewOfEachOutput) {
  const Case test_case = case_expecting({truth({1}, {1}), truth({1}, {2})});
  const Answer wrong =
      answer({tensor(DType::kFloat32, {1}, {1}), tensor(DType::kFloat32, {1}, {3})});
  EXPECT_EQ(judged(wrong, test_case).answer.size(), 2U);
}

TEST(JudgeMessage, BothNumbersHaveTheDigitsOfTheDtypeOfTheAnswer) {
  expect_part(message_of(floats({1}, {0.34F}), {truth({1}, {1.0 / 3})}, {.ulps = 1}),
              ": expected 0.33333334, actual 0.34, error 0.00667, limit ");
}

TEST(JudgeMessage, NumbersThatWouldLookTheSameHaveAllDigits) {
  expect_part(message_of(floats({1}, {1.0F / 3}), {truth({1}, {1.0 / 3})}, {.ulps = 0.1}),
              ": expected 0.3333333333333333, actual 0.33333334, error 9.93e-09");
}

TEST(WrongReadings, AreNotNamedForAnError) {
  Case test_case = case_expecting({truth({1}, {1})});
  test_case.readings = {{"refused", false, {{}, {"value"}}}};
  const CaseResult result = judged(raised("value"), test_case);
  EXPECT_EQ(result.reading, "");
  expect_no_part(result.message, "reading");
}

TEST(WrongReadings, AreAllNamedAndTheFirstIsTheReading) {
  Case test_case = case_expecting({truth({1}, {1})});
  test_case.readings = {{"accepted", true, {{truth({1}, {5})}, {}}},
                        {"none", false, {{truth({1}, {4})}, {}}},
                        {"first", false, {{truth({1}, {2})}, {}}},
                        {"second", false, {{truth({1}, {2})}, {}}}};
  const CaseResult result = judged(floats({1}, {2}), test_case);
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_EQ(result.reading, "first");
  expect_part(result.message, "The answer matches a wrong reading: first, and second.");
}

TEST(WrongReadings, GoBeforeAGuess) {
  // All in reversed order, which is also a guess.
  Case test_case = case_expecting({truth({2}, {1, 2})});
  test_case.readings = {{"backwards", false, {{truth({2}, {2, 1})}, {}}}};
  const std::string message = judged(floats({2}, {2, 1}), test_case).message;
  expect_part(message, "backwards");
  expect_no_part(message, "reversed");
}

TEST(WrongReadings, AreNotNamedWhereTheAnswerIsNotTheirs) {
  Case test_case = case_expecting({truth({2}, {1, 2})});
  test_case.readings = {{"backwards", false, {{truth({2}, {2, 1})}, {}}}};
  expect_no_part(judged(floats({2}, {5, 9}), test_case).message, "reading");
}

TEST(WrongReadings, AreNotNamedForAnEmptyAnswer) {
  Case test_case = case_expecting({truth({0, 2}, {})});
  test_case.readings = {{"transposed", false, {{truth({2, 0}, {})}, {}}}};
  const CaseResult result = judged(floats({2, 0}, {}), test_case);
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_EQ(result.reading, "");
  expect_no_part(result.message, "reading");
}

TEST(WrongReadings, AreNamedWhereOneOutputHasElements) {
  Case test_case = case_expecting({truth({0}, {}), truth({1}, {1})});
  test_case.readings = {{"doubled", false, {{truth({0}, {}), truth({1}, {2})}, {}}}};
  const Answer answer_of_two =
      answer({tensor(DType::kFloat32, {0}, {}), tensor(DType::kFloat32, {1}, {2})});
  EXPECT_EQ(judged(answer_of_two, test_case).reading, "doubled");
}

TEST(Faults, OfAnAcceptedReadingAreToldWithoutThoseOfOthers) {
  Case test_case = case_expecting({truth({1}, {1})});
  test_case.readings = {{"right", true, {{truth({1}, {3})}, {}}}};
  expect_no_part(judged(floats({1}, {2}), test_case).message, "could not be tried");
}

// Four elements, the first of them right, and the values of a reading.
Case case_of_four(std::vector<CaseReading> readings) {
  Case test_case = case_expecting({truth({4}, {1, 2, 3, 4})}, {1, 0, 0});
  test_case.readings = std::move(readings);
  return test_case;
}
CaseReading doubled(bool accepted = false) {
  return {"doubled", accepted, {{truth({4}, {2, 4, 6, 8})}, {}}};
}

TEST(PartialReading, OfHalfOfTheWrongElementsIsNamed) {
  expect_part(judged(floats({4}, {2, 4, 50, 51}), case_of_four({doubled()})).message,
              "2 of the 4 wrong elements match the wrong reading doubled.");
}

TEST(PartialReading, OfLessThanHalfIsNot) {
  Case test_case = case_expecting({truth({5}, {1, 2, 3, 4, 5})}, {1, 0, 0});
  test_case.readings = {{"doubled", false, {{truth({5}, {2, 4, 6, 8, 10})}, {}}}};
  expect_no_part(judged(floats({5}, {2, 4, 50, 51, 52}), test_case).message, "doubled");
}

TEST(PartialReading, OfOneElementIsNot) {
  expect_no_part(judged(floats({4}, {1, 2, 3, 8}), case_of_four({doubled()})).message, "doubled");
}

TEST(PartialReading, ThatIsAcceptedIsNot) {
  expect_no_part(judged(floats({4}, {1, 2, 6, 8}), case_of_four({doubled(true)})).message,
                 "doubled");
}

TEST(PartialReading, OfMostElementsIsTheOne) {
  const CaseReading three = {"three", false, {{truth({4}, {2, 4, 6, 7})}, {}}};
  const CaseReading two = {"two", false, {{truth({4}, {2, 4, 7, 7})}, {}}};
  const Answer wrong = floats({4}, {2, 4, 6, 9});
  for (const auto& readings : {std::vector{two, three}, std::vector{three, two}}) {
    expect_part(judged(wrong, case_of_four(readings)).message,
                "3 of the 4 wrong elements match the wrong reading three.");
  }
}

TEST(PartialReading, OfEquallyManyIsTheFirst) {
  const CaseReading again = {"again", false, doubled().expectation};
  expect_part(judged(floats({4}, {2, 4, 6, 9}), case_of_four({doubled(), again})).message,
              "reading doubled.");
}

TEST(PartialReading, ThatCannotBeComparedIsPassedOver) {
  const CaseReading no_output = {"none", false, {{}, {"value"}}};
  const CaseReading plain = {"plain", false, {{Value(1.0)}, {}}};
  CaseReading at_fault = {"faulty", false, {{truth({4}, {2, 4, 6, 8})}, {}}};
  std::get<ExpectedTensor>(at_fault.expectation.outputs[0]).value = Tensor(DType::kInt32, {4});
  const Case test_case = case_of_four({no_output, plain, at_fault, doubled()});
  expect_part(judged(floats({4}, {2, 4, 6, 9}), test_case).message, "reading doubled.");
}

TEST(PartialReading, OfTheWrongOutputIsTheOne) {
  Case test_case = case_expecting({truth({1}, {7}), truth({4}, {1, 2, 3, 4})}, {1, 0, 0});
  test_case.readings = {{"doubled", false, {{truth({1}, {14}), truth({4}, {2, 4, 6, 8})}, {}}}};
  const Answer wrong =
      answer({tensor(DType::kFloat32, {1}, {7}), tensor(DType::kFloat32, {4}, {2, 4, 6, 9})});
  expect_part(judged(wrong, test_case).message, "3 of the 4 wrong elements");
}

}  // namespace
}  // namespace kassay::compare::testing::judge_message_test
