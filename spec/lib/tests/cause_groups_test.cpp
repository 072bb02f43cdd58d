#include "spec/lib/cause_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kassay::cause_groups_test {
namespace {

using testing::ElementsAre;
using testing::Pair;

CaseResult error_in(const std::string& function, const std::string& message) {
  CaseResult result;
  result.case_id = "a/" + function + "/1";
  result.function = function;
  result.outcome = Outcome::kError;
  result.message = message;
  return result;
}

CauseGroups grouped(const std::vector<CaseResult>& results) {
  CauseGroups groups(counts_against);
  for (const CaseResult& result : results) groups.add(result);
  return groups;
}

std::vector<std::pair<std::string, std::int64_t>> causes_in(const CauseGroups& groups) {
  std::vector<std::pair<std::string, std::int64_t>> result;
  for (const CauseGroup& group : groups.groups()) result.emplace_back(group.cause, group.count);
  return result;
}

TEST(Groups, OneForEachCauseTheLargestFirst) {
  const CauseGroups groups = grouped({error_in("f", "other"), error_in("f", "line 1"),
                                      error_in("f", "line 2"), error_in("g", "line 3")});
  EXPECT_THAT(causes_in(groups), ElementsAre(Pair("line …", 3), Pair("other", 1)));
}

TEST(Groups, FunctionsOfACauseTheMostFrequentFirst) {
  const CauseGroups groups = grouped({error_in("f", "line 1"), error_in("g", "line 2"),
                                      error_in("h", "line 3"), error_in("h", "line 4")});
  EXPECT_EQ(functions_text(groups.groups().at(0), 2), "in 3 functions: h 2, f 1 and 1 more");
}

TEST(Groups, FunctionsThatFailInSingleCallsFirst) {
  std::vector<CaseResult> results(3, error_in("f", "it failed"));
  for (CaseResult& result : results) result.mode = "program";
  results.push_back(error_in("g", "it failed"));
  EXPECT_EQ(grouped(results).groups().at(0).example().function, "g");
}

TEST(Groups, OutcomesTheMostFrequentFirst) {
  std::vector<CaseResult> results(3, error_in("f", "it failed"));
  results.front().outcome = Outcome::kCrash;
  EXPECT_EQ(outcomes_text(grouped(results).groups().at(0)), "2 error, 1 crash");
}

TEST(Groups, EachFunctionComesBeforeAGroupWithoutANewOne) {
  const CauseGroups groups = grouped({error_in("f", "a"), error_in("f", "a"), error_in("f", "a"),
                                      error_in("f", "b"), error_in("f", "b"), error_in("g", "c")});
  EXPECT_THAT(causes_in(groups), ElementsAre(Pair("a", 3), Pair("c", 1), Pair("b", 2)));
}

TEST(Groups, LineThatMoreResultsShareIsTheCause) {
  const CauseGroups groups = grouped(
      {error_in("f", "first\nlast"), error_in("f", "other\nlast"), error_in("f", "first\nelse")});
  EXPECT_THAT(causes_in(groups), ElementsAre(Pair("first", 2), Pair("last", 1)));
}

TEST(Groups, OfEquallyFrequentLinesTheFirstIsTheCause) {
  EXPECT_THAT(causes_in(grouped({error_in("f", "first\nlast")})), ElementsAre(Pair("first", 1)));
}

TEST(Groups, NameOfTheFunctionDoesNotTellCausesApart) {
  const CauseGroups groups = grouped({error_in("dot", "no dot()"), error_in("abs", "no abs()")});
  EXPECT_THAT(causes_in(groups), ElementsAre(Pair("no FUNCTION()", 2)));
}

TEST(Groups, NameOfTheOnlyFunctionStays) {
  EXPECT_THAT(causes_in(grouped({error_in("dot", "no dot()")})), ElementsAre(Pair("no dot()", 1)));
}

TEST(Groups, ExampleIsTheFirst) {
  const CauseGroups groups = grouped({error_in("f", "line 1"), error_in("f", "line 2")});
  EXPECT_EQ(groups.groups().at(0).example().message, "line 1");
}

TEST(Groups, PlaceOfTheExampleIsAmongAllResults) {
  CaseResult passed = error_in("f", "");
  passed.outcome = Outcome::kPass;
  const CauseGroups groups = grouped({passed, error_in("f", "wrong")});
  EXPECT_EQ(groups.groups().at(0).functions.at(0).place, 1);
}

TEST(Groups, OutcomeThatIsNotConcernedIsIgnored) {
  CaseResult unsupported = error_in("f", "no");
  unsupported.outcome = Outcome::kUnsupported;
  EXPECT_EQ(grouped({unsupported}).results(), 0);
}

TEST(Groups, CausesWithoutEndAreOnlyCounted) {
  CauseGroups groups(counts_against);
  for (std::size_t i = 0; i < CauseGroups::kMostEntries + 5; ++i) {
    groups.add(error_in("f", std::string(i % 100, 'x') + std::string(1 + i / 100, 'y')));
  }
  EXPECT_EQ(groups.groups().size(), CauseGroups::kMostEntries);
  EXPECT_EQ(groups.ungrouped(), 5);
}

CaseResult failing(Check check) {
  CaseResult result = error_in("f", "");
  result.outcome = Outcome::kFail;
  result.failure.emplace();
  result.failure->check = check;
  return result;
}

TEST(ExplainedCause, TextOfTheReading) {
  Specification specification;
  FunctionSpecification function;
  function.name = "f";
  Reading reading;
  reading.id = "axis-ignored";
  reading.text = "The last axis, regardless of axis.";
  function.readings.push_back(reading);
  specification.functions.push_back(function);
  CaseResult result = failing(Check::kElement);
  result.reading = "axis-ignored";
  CauseGroups groups(counts_against);
  groups.add(result);
  EXPECT_EQ(groups.explained_cause(groups.groups().at(0), &specification),
            "the wrong reading axis-ignored: The last axis, regardless of axis.");
}

TEST(ExplainedCause, HowManyResultsAReadingExplains) {
  CaseResult result = failing(Check::kElement);
  CauseGroups groups(counts_against);
  groups.add(result);
  result.reading = "axis-ignored";
  groups.add(result);
  groups.add(result);
  const std::vector<CauseGroup> largest = groups.groups();
  EXPECT_EQ(groups.explained_cause(largest.at(0), nullptr),
            "the wrong reading axis-ignored, in 2 of the 3 failures of f");
  EXPECT_EQ(groups.explained_cause(largest.at(1), nullptr), largest.at(1).cause);
}

}  // namespace
}  // namespace kassay::cause_groups_test
