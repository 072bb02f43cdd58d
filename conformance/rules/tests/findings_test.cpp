#include "conformance/rules/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kassay::rules {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Finding finding(std::vector<Rule> rules, std::int64_t failures, std::int64_t passes) {
  Finding finding{"softmax", {std::move(rules), failures, passes}, {}};
  finding.where.resize(finding.rules.rules.size());
  return finding;
}

TEST(FindingSentences, OfARuleWithoutExceptions) {
  EXPECT_THAT(finding({{{{.fact = "axis is negative"}}, 12, 0}}, 12, 1340).sentences(),
              ElementsAre("fails exactly where axis is negative (all 12 failures, none of 1,340 "
                          "other results)"));
}

TEST(FindingSentences, OfExceptionsAndElements) {
  Finding two =
      finding({{{{.fact = "it is a gradient"}, {.fact = "x is float16", .negated = true}}, 10, 2},
               {{{.fact = "alpha", .compares = true, .above = true, .threshold = 1.5}}, 2, 0}},
              13, 40);
  two.where[0] = "elements are wrong where |x| >= 2.5";
  EXPECT_THAT(two.sentences(),
              ElementsAre("fails where it is a gradient and x is not float16 (10 of 13 failures, 2 "
                          "of 40 other results); elements are wrong where |x| >= 2.5",
                          "fails where alpha >= 1.5 (2 of 13 failures, none of 40 other results)"));
}

TEST(FindingSentences, WhereNothingPasses) {
  EXPECT_THAT(finding({}, 7, 0).sentences(), ElementsAre("fails in every result (7)"));
}

TEST(FindingSentences, NameFunctionsThatMayBeTheCause) {
  Finding caused = finding({{{{.fact = "the program calls max"}}, 11, 0}}, 11, 842);
  caused.fails_with = {"max"};
  EXPECT_THAT(caused.sentences(), ElementsAre("fails only in programs that call max, which also "
                                              "fails in single calls (all 11 failures)"));
  caused.fails_with = {"max", "reverse"};
  EXPECT_THAT(caused.sentences(), ElementsAre(HasSubstr("max or reverse, which also fail in ")));
  Finding cause = finding({{{{.fact = "axis is zero"}}, 116, 0}}, 116, 807);
  cause.also_fail = {"mean"};
  EXPECT_THAT(cause.sentences(), ElementsAre(HasSubstr("where axis is zero"),
                                             "may explain 1 other function that "
                                             "fails only in programs that call it: mean"));
  cause.also_fail = {"mean", "sum"};
  EXPECT_THAT(cause.sentences()[1], HasSubstr("2 other functions that fail only"));
}

TEST(FindingSentences, LeaveOutRulesOfFewFailures) {
  EXPECT_EQ(
      finding({{{{.fact = "axis is negative"}}, 97, 0}, {{{.fact = "x is a list"}}, 3, 0}}, 100, 10)
          .sentences()
          .size(),
      1u);
}

}  // namespace
}  // namespace kassay::rules
