// What `kassay run` claims, with profiles and waivers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "conformance/cli/tests/kassay_program.h"

namespace kassay::claim_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

class Claim : public KassayProgram {};

TEST_F(Claim, ListProfiles) {
  EXPECT_EQ(kassay("list profiles"), 0);
  EXPECT_THAT(output(),
              HasSubstr("plain      1 functions      2 cases  Toy plain\n  Who plays.\n"));
  EXPECT_EQ(kassay("list profiles --edition zh --json"), 0);
  const Json lacking = Json::parse(output())[2];
  EXPECT_EQ(lacking["id"], "lacking");
  EXPECT_EQ(lacking["functions"], Json({"identity", "unsupported"}));
  EXPECT_EQ(lacking["cases"], 3);
  EXPECT_EQ(lacking["modes"], Json({"eager", "program"}));
  EXPECT_EQ(kassay("list cases --profile plain"), 0);
  EXPECT_EQ(output(), "toy/identity/float32/a\ntoy/identity/float32/b\n");
}

TEST_F(Claim, WholeProfileIsAClaim) {
  EXPECT_EQ(kassay("run --profile plain" + backend_), 0);
  EXPECT_THAT(error(),
              AllOf(HasSubstr("2 results"), HasSubstr("Profiles passed: plain\n"),
                    HasSubstr("\nConformant to profile plain\n"), Not(HasSubstr("claim of"))));
  EXPECT_THAT(output(), AllOf(HasSubstr("\"profiles\":[\"plain\"]"),
                              HasSubstr("\"profiles\":{\"broken\":\"incomplete\"")));
}

TEST_F(Claim, PartOfAProfileIsNoClaim) {
  EXPECT_EQ(kassay("run --profile plain toy/identity/float32/a" + backend_), 0);
  EXPECT_THAT(error(), AllOf(HasSubstr("Profiles not fully run: plain\n"),
                             HasSubstr("\nNo failure in the part that was run\n"),
                             HasSubstr("\n  Profile plain was not fully run.\n")));
}

TEST_F(Claim, WhatAProfileLacksIsNotWrongButNotFulfilled) {
  EXPECT_EQ(kassay("run --profile lacking --edition zh" + backend_), 1);
  EXPECT_THAT(error(), AllOf(HasSubstr("Profiles passed: plain\n"),
                             HasSubstr("Profiles not fully supported: lacking (1 of 2 functions "
                                       "supported)\n"),
                             HasSubstr("\n1 of 1 supported functions conform; 1 of 2 supported, "
                                       "not all of profile lacking: 1 result unsupported\n"),
                             Not(HasSubstr("ailed")), Not(HasSubstr("Not conformant"))));
  EXPECT_EQ(kassay("run identity unsupported --edition zh" + backend_), 0);
}

TEST_F(Claim, WholeRunNamesTheProfilesThatFail) {
  EXPECT_EQ(kassay("run" + backend_), 1);
  EXPECT_THAT(error(), HasSubstr("\nRight: 1 of 3 supported functions, 2 of 4 results\n"
                                 "Complete: 3 of 5 functions supported, 2 not run\n"
                                 "Wrong: 2 functions: abort, invalid\n"
                                 "Profiles passed: plain, lacking\n"
                                 "Profiles failed: broken (wrong: abort, invalid)\n"
                                 "Not conformant: 2 results"));
}

TEST_F(Claim, WaivedFailuresAreNoFailuresAndNoClaim) {
  const std::string file = vectors_.path("w.yaml");
  const std::string waived = " --waivers '" + file + "' ";
  runner::write_text(
      file, "waivers:\n  - {cases: [abort, invalid], outcomes: [crash, error], reason: known}\n");
  EXPECT_EQ(kassay("run" + backend_ + waived), 0);
  EXPECT_THAT(
      error(),
      AllOf(HasSubstr("2 waived"), Not(HasSubstr("First failures")),
            HasSubstr("\nProfiles passed except waived failures: broken (waived: abort, invalid)\n"
                      "No failure except waived ones\n"),
            HasSubstr("\n  2 known failures are waived by " + file + ".\n"),
            Not(HasSubstr("Waivers to check"))));
  EXPECT_EQ(kassay("run --profile broken" + backend_ + waived), 0);
  EXPECT_EQ(kassay("run abort" + backend_ + waived), 0);
  EXPECT_EQ(kassay("run identity abort" + backend_ + waived + waived), 0);
}

TEST_F(Claim, WaiversToLookAt) {
  const std::string file = vectors_.path("w.yaml");
  runner::write_text(
      file,
      "waivers:\n  - {cases: [identity], outcomes: [fail], reason: known}\n"
      "  - {cases: [abort], outcomes: [crash], reason: known, expires: 2020-01-01}\n");
  EXPECT_EQ(kassay("run" + backend_ + "--waivers '" + file + "'"), 1);
  EXPECT_THAT(error(),
              AllOf(HasSubstr("Waivers to check\n  expired  " + file +
                              ":3\n      expired on 2020-01-01: remove or renew it\n"),
                    HasSubstr("2 unexpected-pass  identity: passes, although it is waived"),
                    HasSubstr("pass, but " + file + ":2 expects fail: remove that")));
  runner::write_text(file, "waivers: {}\n");
  EXPECT_EQ(kassay("run" + backend_ + "--waivers '" + file + "'"), 2);
  EXPECT_THAT(error(), HasSubstr("w.yaml: line 1: expected a list"));
}

TEST_F(Claim, NothingToJudgeIsSkipped) {
  const std::string lacking = "run unsupported --edition zh" + backend_;
  EXPECT_EQ(kassay(lacking), 1);
  EXPECT_THAT(error(), AllOf(HasSubstr("\nNothing was judged: 1 result unsupported\n"),
                             Not(HasSubstr("Not conformant"))));
  EXPECT_EQ(kassay(lacking + "--skip-unsupported"), 77);
  EXPECT_EQ(kassay("run unsupported identity --edition zh --skip-unsupported" + backend_), 0);
  EXPECT_EQ(kassay(lacking + "--skip-unsupported --profile lacking"), 1);
  EXPECT_EQ(kassay("run invalid --skip-unsupported" + backend_), 1);
}

TEST_F(Claim, UnknownProfile) {
  EXPECT_EQ(kassay("run --profile plan" + backend_), 2);
  EXPECT_THAT(error(), AllOf(HasSubstr("no profile \"plan\""), HasSubstr("closest is plain")));
  EXPECT_EQ(output(), "");
}

TEST_F(Claim, ReportOfAProfile) {
  const std::string results = vectors_.path("results"), page = vectors_.path("page.html");
  EXPECT_EQ(kassay("run --profile plain" + backend_ + "--out '" + results + "'"), 0);
  EXPECT_EQ(kassay("report '" + results + "' --out '" + page + "'"), 0);
  EXPECT_THAT(error(), AllOf(HasSubstr(": Conformant to profile plain\n"),
                             HasSubstr("\n  Profiles passed: plain\n")));
  EXPECT_THAT(
      runner::read_text(page),
      AllOf(
          HasSubstr("<p>Profiles passed: plain.</p>"),
          HasSubstr(
              R"({"id":"plain","title":"Toy plain. Who plays.","tone":"good","verdict":"pass","words":"passed"})")));
}

}  // namespace
}  // namespace kassay::claim_test
