#include "reports/ctrf/ctrf.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "reports/tests/samples.h"

namespace kassay::reports::ctrf_test {
namespace {

using Json = nlohmann::json;

constexpr char kCase[] = "activation/softmax/float32/value,x=5";

Json results_of(const Report& report) { return Json::parse(ctrf_report(report)).at("results"); }

// The test of the first result: the first one tells whether the run is complete.
Json first_test(const CaseResult& result) {
  return results_of(sample_report({result})).at("tests").at(1);
}

TEST(Ctrf, EachOutcomeHasItsStatus) {
  const std::map<Outcome, std::string> statuses = {
      {Outcome::kPass, "passed"},    {Outcome::kPassAccepted, "passed"},
      {Outcome::kFail, "failed"},    {Outcome::kUnexpectedPass, "failed"},
      {Outcome::kError, "failed"},   {Outcome::kCrash, "failed"},
      {Outcome::kTimeout, "failed"}, {Outcome::kOutOfMemory, "failed"},
      {Outcome::kWaived, "skipped"}, {Outcome::kUnsupported, "skipped"}};
  for (const auto& [outcome, status] : statuses) {
    const Json test = first_test(sample_result(kCase, outcome));
    EXPECT_EQ(test["status"], status) << outcome_name(outcome);
    EXPECT_EQ(test["rawStatus"], outcome_name(outcome));
    EXPECT_EQ(test["name"], std::string(kCase) + " [eager]");
    EXPECT_EQ(test["suite"], Json({"activation", "softmax"}));
  }
}

TEST(Ctrf, SummaryCountsTheTests) {
  const Json results =
      results_of(sample_report({sample_result("a/softmax/b/1", Outcome::kPass),
                                sample_result("a/softmax/b/2", Outcome::kFail),
                                sample_result("a/softmax/b/3", Outcome::kUnsupported)}));
  const Json& summary = results["summary"];
  EXPECT_EQ(summary["tests"], 4);  // and whether the run is complete
  EXPECT_EQ(summary["passed"], 2);
  EXPECT_EQ(summary["failed"], 1);
  EXPECT_EQ(summary["skipped"], 1);
  EXPECT_EQ(summary["pending"], 0);
  EXPECT_EQ(summary["other"], 0);
  EXPECT_EQ(summary["suites"], 2);
}

TEST(Ctrf, TimesAreMillisecondsSince1970) {
  Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  results.header.started = "2026-01-31T12:00:00Z";
  results.footer->seconds = 1.5;
  const Json summary = results_of(sample_report(std::vector<Results>{results}))["summary"];
  EXPECT_EQ(summary["start"], 1769860800000);
  EXPECT_EQ(summary["stop"], 1769860801500);
}

TEST(Ctrf, DateThatIsNoneIsTheBeginningOfTime) {
  Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  for (const char* started : {"", "yesterday", "2026-02-31T12:00:00Z", "-100-01-01T00:00:00Z"}) {
    results.header.started = started;
    const Json summary = results_of(sample_report(std::vector<Results>{results}))["summary"];
    EXPECT_EQ(summary["start"], 0) << started;
  }
}

TEST(Ctrf, EndlessTimeIsNone) {
  CaseResult endless = sample_result(kCase, Outcome::kTimeout);
  endless.seconds = endless.margin = std::numeric_limits<double>::infinity();
  const Json test = first_test(endless);
  EXPECT_EQ(test["duration"], 0);
  EXPECT_EQ(test["extra"]["seconds"], "inf");
  EXPECT_EQ(test["extra"]["margin"], "inf");
}

TEST(Ctrf, FailureSaysWhatAndHowToRepeatIt) {
  CaseResult result = sample_result(kCase, Outcome::kFail, "wrong\nsecond line");
  result.failure = Failure{.check = Check::kElement, .index = {4}, .expected = "1", .actual = "2"};
  const Json test = first_test(result);
  EXPECT_EQ(test["message"], "wrong");
  EXPECT_NE(test["trace"].get<std::string>().find("index [4]\nexpected: 1\nactual: 2"),
            std::string::npos);
  const std::string command =
      "kassay explain activation/softmax/float32/value,x=5 --backend reference";
  EXPECT_EQ(test["extra"]["command"], command);
  EXPECT_TRUE(test["trace"].get<std::string>().ends_with("\nrepeat: " + command));
}

TEST(Ctrf, WhatIsNoFailureHasNoCommand) {
  for (const Outcome outcome : {Outcome::kPass, Outcome::kUnsupported, Outcome::kNotRun}) {
    const Json test = first_test(sample_result(kCase, outcome));
    EXPECT_FALSE(test["extra"].contains("command")) << outcome_name(outcome);
    EXPECT_FALSE(test.contains("trace")) << outcome_name(outcome);
  }
}

TEST(Ctrf, HostileTextStaysWellFormed) {
  const std::string hostile = "\xFF\u202E\"}]\x1b[31m";
  CaseResult result = sample_result(kCase, Outcome::kError, hostile);
  result.mode = result.function = result.reading = hostile;
  Results results = sample_results({result});
  results.header.backend_name = results.header.kassay_version = results.header.tier = hostile;
  results.footer->profiles[hostile] = ProfileVerdict::kFail;
  const Json read = results_of(sample_report(std::vector<Results>{results}));
  EXPECT_EQ(read["tests"][1]["message"], "\uFFFD\\u{202E}\"}]\\u{001B}[31m");
}

TEST(Ctrf, TruncatedRunFails) {
  Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  results.footer.reset();
  const Json test = results_of(sample_report(std::vector<Results>{results}))["tests"][0];
  EXPECT_EQ(test["name"], "the run is complete");
  EXPECT_EQ(test["status"], "failed");
  EXPECT_NE(test["message"].get<std::string>().find("cut short"), std::string::npos);
}

TEST(Ctrf, RunThatLeftOutCasesFailsAndTheCasesAreSkipped) {
  const Json tests = results_of(sample_report({sample_result(kCase, Outcome::kNotRun)}))["tests"];
  EXPECT_EQ(tests[0]["status"], "failed");
  EXPECT_NE(tests[0]["message"].get<std::string>().find("not run"), std::string::npos);
  EXPECT_EQ(tests[1]["status"], "skipped");
  EXPECT_EQ(tests[1]["rawStatus"], "not-run");
}

TEST(Ctrf, SeveralRunsAreToldApartBySuite) {
  Results second = sample_results({sample_result(kCase, Outcome::kPass)});
  second.header.backend_name = "mine";
  const Json results =
      results_of(sample_report({sample_results({sample_result(kCase, Outcome::kPass)}), second}));
  EXPECT_EQ(results["tests"][1]["suite"], Json({"reference", "activation", "softmax"}));
  EXPECT_EQ(results["tests"][3]["suite"], Json({"mine", "activation", "softmax"}));
  EXPECT_EQ(results["extra"]["runs"].size(), 2u);
  EXPECT_FALSE(results.contains("environment"));
}

}  // namespace
}  // namespace kassay::reports::ctrf_test
