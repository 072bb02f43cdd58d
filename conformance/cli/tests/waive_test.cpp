// `kassay waive`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/cli/tests/kassay_program.h"
#include "spec/lib/results.h"

namespace kassay::waive_command_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class WaiveCommand : public KassayProgram {
 protected:
  WaiveCommand() {
    runner::write_text(
        waivers_,
        "waivers:\n- {cases: [abort, invalid], outcomes: [crash, error], reason: known}\n");
    kassay("run" + backend_ + "--out '" + results_ + "'");
  }
  const std::string results_ = vectors_.path("results"), waivers_ = vectors_.path("w.yaml");
  const std::string waive_ = "waive '" + results_ + "' ", with_ = "--waivers '" + waivers_ + "' ";
};

TEST_F(WaiveCommand, InPlaceAndUndone) {
  const std::string before = runner::read_text(results_);
  EXPECT_EQ(kassay(waive_ + with_), 0);
  EXPECT_EQ(output(), "");
  EXPECT_THAT(error(), AllOf(HasSubstr("2 waived"), HasSubstr("\nNo failure except waived ones\n"),
                             HasSubstr("\nChanged " + results_ + " in place; `kassay waive`")));
  EXPECT_EQ(read_results(results_).cases.size(), 4u);
  EXPECT_EQ(kassay(waive_), 1);
  EXPECT_THAT(error(), HasSubstr("\nNot conformant: 2 results against the backend\n"));
  EXPECT_EQ(runner::read_text(results_), before);
}

TEST_F(WaiveCommand, IntoAnotherFile) {
  const std::string before = runner::read_text(results_), other = vectors_.path("other");
  const std::string into = "--out '" + other + "' ";
  EXPECT_EQ(kassay(waive_ + with_ + into), 0);
  EXPECT_EQ(runner::read_text(results_), before);
  const std::string made = runner::read_text(other);
  EXPECT_THAT(made, HasSubstr("\"outcome\":\"waived\""));
  EXPECT_EQ(kassay(waive_ + into), 2);
  EXPECT_THAT(error(), AllOf(HasSubstr("not empty"), HasSubstr("--overwrite")));
  EXPECT_EQ(runner::read_text(other), made);
  EXPECT_EQ(kassay(waive_ + into + "--overwrite"), 1);
  EXPECT_EQ(runner::read_text(other), before);
  EXPECT_EQ(kassay(waive_ + with_ + "--out /dev/stdout"), 0);
  EXPECT_EQ(output(), made);
}

TEST_F(WaiveCommand, ResultsAreNotReplacedByOut) {
  const std::string before = runner::read_text(results_);
  EXPECT_EQ(kassay(waive_ + with_ + "--overwrite --out '" + results_ + "'"), 2);
  EXPECT_THAT(error(), HasSubstr("without --out it is changed in place"));
  EXPECT_EQ(runner::read_text(results_), before);
}

TEST_F(WaiveCommand, WhatCannotBeUsedLeavesAllAsItWas) {
  const std::string before = runner::read_text(results_);
  EXPECT_EQ(kassay(waive_ + "--waivers /nowhere"), 2);
  EXPECT_EQ(kassay("waive /nowhere"), 2);
  EXPECT_EQ(kassay("waive /dev/null"), 2);
  EXPECT_THAT(error(), HasSubstr("needs --out FILE"));
  EXPECT_EQ(kassay(waive_ + "--vectors /nowhere"), 2);
  runner::write_text(waivers_, "waivers: {}\n");
  EXPECT_EQ(kassay(waive_ + with_), 2);
  EXPECT_THAT(error(), HasSubstr("w.yaml: line 1: expected a list"));
  EXPECT_EQ(runner::read_text(results_), before);
}

TEST_F(WaiveCommand, RunThatWasCutShortClaimsNothing) {
  std::string text = runner::read_text(results_);
  text.resize(text.rfind("{\"footer\""));
  runner::write_text(results_, text);
  EXPECT_EQ(kassay(waive_ + with_), 1);
  EXPECT_THAT(error(),
              AllOf(HasSubstr("\nCut short, no failure so far\n"), Not(HasSubstr("Interrupted"))));
  EXPECT_FALSE(read_results(results_).footer);
  EXPECT_EQ(kassay("run" + backend_ + with_ + "--resume --out '" + results_ + "'"), 0);
  EXPECT_TRUE(read_results(results_).footer);
}

TEST_F(WaiveCommand, DraftExcusesAllFailures) {
  const std::string drafted = vectors_.path("drafted.yaml"), before = runner::read_text(results_);
  const std::string draft = "--draft '" + drafted + "' ";
  EXPECT_EQ(kassay(waive_ + draft + "--until 2099-12-31"), 0);
  EXPECT_THAT(error(), HasSubstr("Wrote " + drafted + ": 2 waivers. `kassay waive "));
  EXPECT_THAT(runner::read_text(drafted), HasSubstr("    expires: 2099-12-31\n"));
  EXPECT_EQ(runner::read_text(results_), before);
  EXPECT_EQ(kassay(waive_ + "--waivers '" + drafted + "'"), 0);
  EXPECT_THAT(error(), AllOf(HasSubstr("2 waived"), Not(HasSubstr("Waivers to check"))));
}

TEST_F(WaiveCommand, DraftReplacesNoFile) {
  const std::string draft = "--draft '" + waivers_ + "' ", before = runner::read_text(waivers_);
  EXPECT_EQ(kassay(waive_ + draft), 2);
  EXPECT_THAT(error(), AllOf(HasSubstr(waivers_), HasSubstr("--overwrite")));
  EXPECT_EQ(runner::read_text(waivers_), before);
  EXPECT_EQ(kassay(waive_ + draft + "--overwrite"), 0);
}

TEST_F(WaiveCommand, DayOfADraftMustBeOne) {
  EXPECT_EQ(kassay(waive_ + "--draft x.yaml --until 2027-02-30"), 2);
  EXPECT_THAT(error(), HasSubstr("2027-02-30"));
}

TEST_F(WaiveCommand, UpdateRemovesWhatPasses) {
  const std::string known = runner::read_text(waivers_);
  runner::write_text(waivers_,
                     known + "- {cases: [identity], outcomes: [fail], reason: it is mended}\n");
  EXPECT_EQ(kassay(waive_ + "--update '" + waivers_ + "'"), 0);
  EXPECT_THAT(error(), HasSubstr("Removed 1 and narrowed 0 of 2 waivers in " + waivers_));
  EXPECT_EQ(runner::read_text(waivers_), known);
}

}  // namespace
}  // namespace kassay::waive_command_test
