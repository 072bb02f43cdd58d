#include "spec/lib/failure_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kassay::failure_groups_test {
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

TEST(Cause, ReadingGoesFirst) {
  CaseResult result = failing(Check::kElement);
  result.reading = "axis-ignored";
  EXPECT_EQ(failure_cause(result), "the wrong reading axis-ignored");
}

TEST(Cause, WrongElements) { EXPECT_EQ(failure_cause(failing(Check::kElement)), "wrong values"); }

TEST(Cause, ClueBehindWrongElements) {
  EXPECT_EQ(failure_cause(failing(Check::kElement,
                                  "f: output 0 at [1]: 2 of 3 elements wrong. It is "
                                  "the expectation times 2.")),
            "wrong values: It is the expectation times #.");
}

TEST(Cause, DtypesAreNamed) {
  EXPECT_EQ(failure_cause(failing(Check::kDType)),
            "another dtype: expected float32, actual float64");
}

TEST(Cause, StatisticOfASample) {
  EXPECT_EQ(failure_cause(failing(Check::kVariance)), "no such random sample (variance)");
}

TEST(Cause, MessageOfAnException) {
  EXPECT_EQ(failure_cause(failing(Check::kUnexpectedError,
                                  "f: a valid call was refused: expected values, actual value. It "
                                  "says: shapes (3, 4) and (-5,) do not fit, 1.5e-3 0x7f32\nmore")),
            "a valid call is refused: shapes (#) and (#,) do not fit, # #");
}

TEST(Cause, ExceptionWithoutAMessage) {
  EXPECT_EQ(failure_cause(failing(Check::kUnexpectedError)), "a valid call is refused: float64");
}

TEST(Cause, DigitsOfANameStay) {
  EXPECT_EQ(failure_cause(ended(Outcome::kError, "f: conv2d has no float16 kernel 12")),
            "conv2d has no float16 kernel #");
}

TEST(Cause, NoMessage) { EXPECT_EQ(failure_cause(ended(Outcome::kCrash, "")), "no message"); }

TEST(Cause, UnexpectedPass) {
  EXPECT_EQ(failure_cause(ended(Outcome::kUnexpectedPass, "")), "passes, although it is waived");
}

std::vector<std::pair<std::string, std::int64_t>> grouped(const FailureGroups& groups) {
  std::vector<std::pair<std::string, std::int64_t>> result;
  for (const FailureGroup* group : groups.largest_first()) {
    result.emplace_back(group->function + ": " + group->cause, group->count);
  }
  return result;
}

TEST(Groups, OneForEachFunctionAndCauseTheLargestFirst) {
  FailureGroups groups;
  for (const char* message : {"line 1", "line 2", "other"}) {
    groups.add(ended(Outcome::kError, message));
  }
  CaseResult of_another = ended(Outcome::kError, "line 3");
  of_another.function = "g";
  groups.add(of_another);
  EXPECT_THAT(grouped(groups), ElementsAre(std::pair("f: line #", 2), std::pair("f: other", 1),
                                           std::pair("g: line #", 1)));
}

TEST(Groups, ExampleIsTheFirst) {
  FailureGroups groups;
  for (const char* message : {"line 1", "line 2"}) groups.add(ended(Outcome::kError, message));
  EXPECT_EQ(groups.largest_first().at(0)->example.message, "line 1");
}

TEST(Groups, PlaceOfTheExampleIsAmongAllResults) {
  FailureGroups groups;
  groups.add(ended(Outcome::kPass, ""));
  groups.add(ended(Outcome::kError, "wrong"));
  EXPECT_EQ(groups.largest_first().at(0)->place, 1);
}

TEST(Groups, WhatDoesNotCountAgainstTheBackendIsIgnored) {
  FailureGroups groups;
  groups.add(ended(Outcome::kUnsupported, "no"));
  EXPECT_EQ(groups.results(), 0);
  EXPECT_THAT(grouped(groups), ElementsAre());
}

TEST(Groups, CausesWithoutEndAreOnlyCounted) {
  FailureGroups groups;
  for (std::size_t i = 0; i < FailureGroups::kMostGroups + 5; ++i) {
    groups.add(ended(Outcome::kError, std::string(i % 100, 'x') + std::string(1 + i / 100, 'y')));
  }
  EXPECT_EQ(groups.largest_first().size(), FailureGroups::kMostGroups);
  EXPECT_EQ(groups.ungrouped(), 5);
}

TEST(ExplainedCause, TextOfTheReading) {
  Specification specification;
  FunctionSpecification function;
  function.name = "f";
  Reading reading;
  reading.id = "axis-ignored";
  reading.text = "The last axis, whatever axis says.";
  function.readings.push_back(reading);
  specification.functions.push_back(function);
  CaseResult result = failing(Check::kElement);
  result.reading = "axis-ignored";
  FailureGroups groups;
  groups.add(result);
  EXPECT_EQ(groups.explained_cause(*groups.largest_first().at(0), &specification),
            "the wrong reading axis-ignored: The last axis, whatever axis says.");
}

TEST(ExplainedCause, HowManyResultsAReadingExplains) {
  CaseResult result = failing(Check::kElement);
  FailureGroups groups;
  groups.add(result);
  result.reading = "axis-ignored";
  groups.add(result);
  groups.add(result);
  const auto largest = groups.largest_first();
  EXPECT_EQ(groups.explained_cause(*largest.at(0), nullptr),
            "the wrong reading axis-ignored, in 2 of the 3 results against f");
  EXPECT_EQ(groups.explained_cause(*largest.at(1), nullptr), largest.at(1)->cause);
}

}  // namespace
}  // namespace kassay::failure_groups_test
