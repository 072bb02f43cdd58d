#include "spec/lib/cause.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kassay::cause_test {
namespace {

using testing::ElementsAre;

CaseResult failing(Check check, const std::string& message = "") {
  CaseResult result;
  result.case_id = "a/f/1";
  result.function = "f";
  result.outcome = Outcome::kFail;
  result.message = message;
  result.failure.emplace();
  result.failure->check = check;
  result.failure->expected = "float32";
  result.failure->actual = "float64";
  return result;
}

CaseResult ended(Outcome outcome, const std::string& message) {
  CaseResult result = failing(Check::kElement);
  result.outcome = outcome;
  result.message = message;
  result.failure.reset();
  return result;
}

CaseResult not_run(const std::string& message) {
  CaseResult result = ended(Outcome::kNotRun, message);
  result.failed_call = FailedCall{1, "constant", Outcome::kError};
  return result;
}

// Of a message that gives one cause.
std::string cause_of(const CaseResult& result) {
  const std::vector<std::string> causes = causes_of(result);
  EXPECT_EQ(causes.size(), 1u);
  return causes.front();
}

TEST(Cause, ReadingGoesFirst) {
  CaseResult result = failing(Check::kElement);
  result.reading = "axis-ignored";
  EXPECT_EQ(cause_of(result), "the wrong reading axis-ignored");
}

TEST(Cause, WrongElements) { EXPECT_EQ(cause_of(failing(Check::kElement)), "wrong values"); }

TEST(Cause, ClueBehindWrongElements) {
  EXPECT_EQ(cause_of(failing(Check::kElement,
                             "f: output 0 at [1]: 2 of 3 elements wrong. It is the expectation "
                             "times 2.")),
            "wrong values: It is the expectation times ….");
}

TEST(Cause, RequiredAccuracyIsNotACause) {
  EXPECT_EQ(
      cause_of(failing(Check::kElement, "f: 2 of 3 elements wrong. This result must be exact.")),
      "wrong values");
}

TEST(Cause, DtypeOfTheAnswerIsNamed) {
  EXPECT_EQ(cause_of(failing(Check::kDType)), "another dtype, float64");
}

TEST(Cause, StatisticOfASample) {
  EXPECT_EQ(cause_of(failing(Check::kVariance)), "no such random sample (variance)");
}

TEST(Cause, MessageOfAnException) {
  EXPECT_EQ(cause_of(failing(Check::kUnexpectedError,
                             "f: a valid call was refused: expected values, actual value. It "
                             "says: wrong, 1.5e-3 of 0x7f32")),
            "a valid call is refused: wrong, … of …");
}

TEST(Cause, FirstAndLastLineOfAnException) {
  EXPECT_THAT(causes_of(ended(Outcome::kError, "first\nbetween\nlast\n\n")),
              ElementsAre("first", "last"));
}

TEST(Cause, HeadAndPlacesOfATracebackSayNothing) {
  EXPECT_EQ(cause_of(ended(Outcome::kError,
                           "Error: Traceback (most recent call last):\n  File \"a.h\", line 3\n"
                           "no such kernel\n.")),
            "no such kernel");
}

TEST(Cause, RestOfTheLastExceptionDoesNotCount) {
  EXPECT_THAT(causes_of(ended(Outcome::kError, "first\nValueError: no axis\nof these: x")),
              ElementsAre("first", "ValueError: no axis"));
}

TEST(Cause, WhatKerasPutsAroundAMessageSaysNothing) {
  EXPECT_EQ(cause_of(ended(Outcome::kError,
                           "ValueError: Exception encountered when calling Reshape.call().\n\n"
                           "\\u{001B}[1mno reshape\\u{001B}[0m\n\nArguments received by "
                           "Reshape.call():\n  • x=array(shape=(2,), dtype=float16)")),
            "no reshape");
}

TEST(Cause, MessageWithoutAnyLineThatInforms) {
  EXPECT_EQ(cause_of(ended(Outcome::kError, "Traceback (most recent call last):\n.")),
            "Traceback (most recent call last):");
}

TEST(Cause, ExceptionWithoutAMessage) {
  EXPECT_EQ(cause_of(failing(Check::kUnexpectedError)), "a valid call is refused: float64");
}

TEST(Cause, DigitsOfANameStay) {
  EXPECT_EQ(cause_of(ended(Outcome::kError, "f: conv2d has no float16 kernel 12")),
            "conv2d has no float16 kernel …");
  EXPECT_EQ(cause_of(ended(Outcome::kError, "<DType.INT8>")), "<DType.INT8>");
}

TEST(Cause, CounterInANameIsANumber) {
  EXPECT_EQ(cause_of(ended(Outcome::kError, "/placeholder_12, /variable3 are lost")),
            "/placeholder_…, /variable… are lost");
}

TEST(Cause, ShapesAndListsOfDtypesAreAlike) {
  EXPECT_EQ(cause_of(ended(Outcome::kError, "(), (-5,), (2, None), [[1, 2], [3]], ('int8', bool)")),
            "(…), (…), (…), […], (…)");
}

TEST(Cause, PrintedArraysAreLists) {
  EXPECT_EQ(cause_of(ended(Outcome::kError, "f: no scalars: array(2, dtype=int32), array(True)")),
            "no scalars: array(…), array(…)");
}

TEST(Cause, ParenthesesOfACallAndOtherWordsStay) {
  EXPECT_EQ(cause_of(ended(Outcome::kError, "call() of (a, 3)")), "call() of (a, …)");
}

TEST(Cause, LongPassageInQuotesIsAValue) {
  EXPECT_EQ(
      cause_of(ended(
          Outcome::kError,
          "Rank 3 is needed for '{{node BiasAdd}} = BiasAdd[T=DT_DOUBLE](Reverse, Const_1)' here")),
      "Rank … is needed for '…' here");
  EXPECT_EQ(
      cause_of(ended(Outcome::kError, "no node '{{node BiasAdd}} = BiasAdd[T=DT_DOUBLE](Reve")),
      "no node '…");
}

TEST(Cause, NamesInQuotesAndApostrophesStay) {
  EXPECT_EQ(
      cause_of(ended(Outcome::kError,
                     "the module 'numpy' doesn't have what it should have, an attribute 'g'")),
      "the module 'numpy' doesn't have what it should have, an attribute 'g'");
}

TEST(Cause, NameOfTheFunctionIsMarked) {
  EXPECT_EQ(cause_of(ended(Outcome::kError, "f() and if")),
            std::string(1, kFunctionMark) + "() and if");
}

TEST(Cause, NoMessage) { EXPECT_EQ(cause_of(ended(Outcome::kCrash, "")), "no message"); }

TEST(Cause, UnexpectedPass) {
  EXPECT_EQ(cause_of(ended(Outcome::kUnexpectedPass, "")), "passes, although it is waived");
}

TEST(Cause, CallBeforeTheFunction) {
  EXPECT_EQ(cause_of(not_run("not run: call 1 of the program failed\n    x = K.constant(3)\nno 3")),
            "constant failed before the function was called (error): no …");
}

}  // namespace
}  // namespace kassay::cause_test
