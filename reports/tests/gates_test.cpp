#include "reports/gates/gates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "reports/tests/samples.h"
#include "spec/lib/error.h"
#include "spec/lib/result_lines.h"
#include "spec/lib/tests/temporary_directory.h"

namespace kassay::reports::gates_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Results run_of(const std::vector<Outcome>& outcomes) {
  std::vector<CaseResult> cases;
  for (const Outcome outcome : outcomes) {
    cases.push_back(sample_result("a/b/c/" + std::to_string(cases.size()), outcome));
  }
  return sample_results(std::move(cases));
}

std::vector<std::string> reasons(const Results& results, const GateSettings& settings) {
  std::vector<std::string> reasons;
  for (const FailedGate& gate : failed_gates(results, settings)) reasons.push_back(gate.reason);
  return reasons;
}

TEST(Gates, NoneAskedForIsNoneShut) {
  EXPECT_THAT(reasons(run_of({Outcome::kCrash}), {}), ElementsAre());
}

TEST(Gates, OutcomesToFailOn) {
  const Results results = run_of({Outcome::kPass, Outcome::kFail, Outcome::kUnsupported});
  EXPECT_THAT(reasons(results, {.fail_on = {{Outcome::kCrash}}}), ElementsAre());
  EXPECT_THAT(reasons(results, {.fail_on = {{Outcome::kUnsupported, Outcome::kFail}}}),
              ElementsAre("--fail-on: 2 results of 3 are unsupported or fail; the limit is 0."));
  EXPECT_THAT(reasons(results, {.fail_on = {{Outcome::kPass}}}),
              ElementsAre("--fail-on: 1 result of 3 is pass; the limit is 0."));
}

TEST(Gates, AsManyFailuresAsAllowed) {
  const Results results = run_of(
      {Outcome::kPass, Outcome::kFail, Outcome::kCrash, Outcome::kWaived, Outcome::kUnsupported});
  EXPECT_THAT(reasons(results, {.max_failures = 2}), ElementsAre());
  EXPECT_THAT(
      reasons(results, {.max_failures = 1}),
      ElementsAre("--max-failures: 2 results of 5 are against the backend; the limit is 1."));
  EXPECT_THAT(
      reasons(results, {.max_failures = 0}),
      ElementsAre("--max-failures: 2 results of 5 are against the backend; the limit is 0."));
}

TEST(Gates, FailuresOfSomeOutcomesAsManyAsAllowed) {
  const Results results = run_of({Outcome::kPass, Outcome::kFail, Outcome::kCrash});
  EXPECT_THAT(reasons(results, {.fail_on = {{Outcome::kCrash}}, .max_failures = 1}), ElementsAre());
  EXPECT_EQ(reasons(results, {.fail_on = {{Outcome::kCrash}}, .max_failures = 0}).size(), 1u);
}

TEST(Gates, WhatIsUnsupportedOrWaivedIsNotJudged) {
  const Results results = run_of({Outcome::kPass, Outcome::kUnsupported, Outcome::kWaived});
  EXPECT_THAT(reasons(results, {.min_judged = 1}), ElementsAre());
  EXPECT_THAT(reasons(results, {.min_judged = 2}),
              ElementsAre("--min-cases: of 3 results, 1 was judged (neither unsupported, "
                          "waived nor not-run); at least 2 must be."));
}

TEST(Gates, WhatWasNotRunIsNeitherJudgedNorAgainst) {
  Results results = run_of({Outcome::kPass, Outcome::kNotRun});
  results.cases.back().failed_call = FailedCall{1, "constant", Outcome::kError};
  EXPECT_THAT(reasons(results, {.max_failures = 0}), ElementsAre());
  EXPECT_THAT(reasons(results, {.min_judged = 2}), ElementsAre(HasSubstr("1 was judged")));
  EXPECT_EQ(reasons(results, {.fail_on = {{Outcome::kNotRun}}}).size(), 1u);
}

TEST(Gates, WhatTheRunLeftOutShutsAnyGate) {
  const Results results = run_of({Outcome::kPass, Outcome::kNotRun, Outcome::kNotRun});
  EXPECT_THAT(reasons(results, {.max_failures = 9}),
              ElementsAre("2 results were left out: the run gave functions up (--max-restarts), "
                          "or the backend did not start again."));
}

TEST(Gates, NothingJudgedShutsAnyGate) {
  const Results results = run_of({Outcome::kUnsupported});
  EXPECT_THAT(reasons(results, {.max_failures = 5}), ElementsAre(HasSubstr("0 were judged")));
  EXPECT_THAT(reasons(results, {.max_failures = 5, .min_judged = 0}), ElementsAre());
}

TEST(Gates, TruncatedRunShutsAnyGate) {
  Results results = run_of({Outcome::kPass});
  results.footer.reset();
  EXPECT_THAT(reasons(results, {.min_judged = 0}), ElementsAre(HasSubstr("cut short")));
}

TEST(Gates, NothingWorseThanBefore) {
  const Results before =
      run_of({Outcome::kPass, Outcome::kFail, Outcome::kPass, Outcome::kUnsupported});
  GateSettings settings;
  settings.no_worse_than = {"before.jsonl"};
  settings.earlier = before;
  EXPECT_THAT(reasons(before, settings), ElementsAre());
  EXPECT_THAT(reasons(run_of({Outcome::kPass, Outcome::kPass, Outcome::kPassAccepted,
                              Outcome::kPass, Outcome::kFail}),
                      settings),
              ElementsAre());
  const std::vector<FailedGate> failed =
      failed_gates(run_of({Outcome::kCrash, Outcome::kFail, Outcome::kUnsupported}), settings);
  ASSERT_EQ(failed.size(), 1u);
  EXPECT_THAT(
      failed[0].reason,
      testing::StartsWith("--no-worse-than: 3 results worse than in before.jsonl: 1 broken "));
  EXPECT_THAT(failed[0].cases,
              ElementsAre("broken  a/b/c/0 [eager]", "lost-support  a/b/c/2 [eager]",
                          "gone  a/b/c/3 [eager]"));
}

TEST(Gates, RunOfOtherVectorsIsNoted) {
  GateSettings settings;
  settings.no_worse_than = {"before.jsonl"};
  settings.earlier = run_of({Outcome::kPass});
  settings.earlier->header.vectors_hash = "another";
  const std::vector<FailedGate> failed = failed_gates(run_of({Outcome::kFail}), settings);
  ASSERT_EQ(failed.size(), 1u);
  EXPECT_EQ(failed[0].notes.size(), 1u);
}

TEST(Gates, RetiredCaseIsNotWorse) {
  const TemporaryDirectory folder;
  folder.write("manifest.json",
               R"({"format": 1, "version": "1.1.0", "changes": [{"version": "1.1.0", "kind": )"
               R"("retired", "cases": ["a/b/c/1"], "reason": "Why."}], "specification": ")" +
                   std::string(64, 'a') + R"(", "functions": {}})");
  GateSettings settings;
  settings.no_worse_than = {"before.jsonl"};
  settings.earlier = run_of({Outcome::kPass, Outcome::kPass});
  settings.vectors = folder.path();
  Results now = run_of({Outcome::kPass});
  EXPECT_THAT(reasons(now, settings), ElementsAre(HasSubstr("1 gone")));
  now.header.specification_version = "1.1.0";
  EXPECT_THAT(reasons(now, settings), ElementsAre());
}

TEST(Gates, EarlierRunIsReadFromItsShards) {
  const TemporaryDirectory folder;
  GateSettings settings;
  for (int shard = 1; shard <= 2; ++shard) {
    Results results =
        sample_results({sample_result("a/b/c/" + std::to_string(shard), Outcome::kPass)});
    results.header.shard_index = shard;
    results.header.shard_count = 2;
    settings.no_worse_than.push_back(
        folder.write(std::to_string(shard) + ".jsonl", to_line(results.header) + "\n" +
                                                           to_line(results.cases[0]) + "\n" +
                                                           to_line(*results.footer) + "\n"));
  }
  EXPECT_THAT(read_earlier_run(settings, "no-such-vectors"), IsEmpty());
  ASSERT_TRUE(settings.earlier);
  EXPECT_EQ(settings.earlier->cases.size(), 2u);
  settings.no_worse_than = {folder.file("none.jsonl")};
  EXPECT_THROW(read_earlier_run(settings, "no-such-vectors"), FileError);
}

TEST(Gates, EarlierRunThatIsNotWholeIsNoted) {
  const TemporaryDirectory folder;
  const Results results = sample_results({sample_result("a/b/c/1", Outcome::kPass)});
  GateSettings settings;
  settings.no_worse_than = {folder.write(
      "before.jsonl", to_line(results.header) + "\n" + to_line(results.cases[0]) + "\n")};
  EXPECT_THAT(
      read_earlier_run(settings, "no-such-vectors"),
      ElementsAre(AllOf(HasSubstr("before.jsonl has no footer"), HasSubstr("1 of 1 result"))));
}

TEST(Gates, FirstCasesAreNamed) {
  std::vector<Outcome> outcomes(7, Outcome::kFail);
  Results results = run_of(outcomes);
  results.cases[0].case_id = "a/b/c/\x1b[31m";
  const std::vector<FailedGate> failed = failed_gates(results, {.max_failures = 0});
  ASSERT_EQ(failed.size(), 1u);
  EXPECT_THAT(failed[0].cases, ElementsAre("fail  a/b/c/\\u{001B}[31m [eager]",
                                           "fail  a/b/c/1 [eager]", "fail  a/b/c/2 [eager]",
                                           "fail  a/b/c/3 [eager]", "fail  a/b/c/4 [eager]"));
  EXPECT_EQ(failed[0].more, 2);
}

TEST(Gates, NamesOfOutcomes) {
  EXPECT_THAT(parse_outcomes("crash,out-of-memory,crash"),
              ElementsAre(Outcome::kCrash, Outcome::kOutOfMemory));
  for (const char* list : {"", "crash,", ",", "Crash", "crash fail", "failed"}) {
    EXPECT_THROW(parse_outcomes(list), std::invalid_argument) << list;
  }
}

}  // namespace
}  // namespace kassay::reports::gates_test
