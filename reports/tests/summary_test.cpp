#include "reports/summary.h"

#include <gtest/gtest.h>

#include "reports/tests/samples.h"

namespace kassay::reports::summary_test {
namespace {

Results passing_run() {
  return sample_results({sample_result("activation/softmax/float32/a", Outcome::kPass),
                         sample_result("activation/softmax/float32/b", Outcome::kPass)});
}

// A run with this one limit proves nothing, whatever passes in it.
void expect_limit(const Results& results, const std::string& words) {
  const RunSummary summary = summarize(results);
  EXPECT_EQ(summary.verdict, VerdictKind::kNoClaim);
  ASSERT_EQ(summary.limits.size(), 1u);
  EXPECT_NE(summary.limits[0].find(words), std::string::npos) << summary.limits[0];
}

TEST(Summary, WholeRunWithoutFailureIsConformant) {
  const RunSummary summary = summarize(passing_run());
  EXPECT_EQ(summary.verdict, VerdictKind::kConformant);
  EXPECT_TRUE(summary.complete);
  EXPECT_TRUE(summary.limits.empty());
  EXPECT_EQ(summary.counts[severity_rank(Outcome::kPass)], 2);
}

TEST(Summary, EveryOutcomeThatCountsAgainstMakesARunNotConformant) {
  for (const Outcome outcome : kOutcomesWorstFirst) {
    Results results = passing_run();
    results.cases[1].outcome = outcome;
    const VerdictKind expected = outcome == Outcome::kWaived ? VerdictKind::kNoClaim
                                 : counts_against(outcome)   ? VerdictKind::kNotConformant
                                                             : VerdictKind::kConformant;
    EXPECT_EQ(summarize(results).verdict, expected) << outcome_name(outcome);
  }
}

TEST(Summary, WaivedFailureIsNoClaim) {
  Results results = passing_run();
  results.cases[1].outcome = Outcome::kWaived;
  results.header.waivers = {{"known.yaml", ""}};
  expect_limit(results, "1 known failure is waived by known.yaml.");
}

TEST(Summary, ConformantSaysInWhichPart) {
  Results results = passing_run();
  EXPECT_EQ(verdict_text(summarize(results)), "Conformant");
  results.cases[1].outcome = Outcome::kUnsupported;  // of a function that has a pass, too
  EXPECT_EQ(verdict_text(summarize(results)), "Conformant");
  results.cases[1].function = "relu";
  EXPECT_EQ(verdict_text(summarize(results)),
            "Conformant in the 1 of 2 functions that it supports");
  results.cases[0].outcome = Outcome::kFail;
  EXPECT_EQ(verdict_text(summarize(results)), "Not conformant");
}

TEST(Summary, MissingFooterIsNoClaim) {
  Results results = passing_run();
  results.header.selected = 3;
  results.footer.reset();
  expect_limit(results, "and only 2 of 3 results.");
  EXPECT_FALSE(summarize(results).complete);
}

TEST(Summary, FewerResultsThanSelectedIsNoClaim) {
  Results results = passing_run();
  results.header.selected = 3;
  expect_limit(results, "Results are missing");
  EXPECT_FALSE(summarize(results).complete);
}

TEST(Summary, EachModeOfACaseIsSelectedForItself) {
  Results results = passing_run();
  results.cases[1] = results.cases[0];
  results.cases[1].mode = "gradient";
  EXPECT_TRUE(summarize(results).complete);
}

TEST(Summary, OneModeOfACaseTwiceCountsOnce) {
  Results results = passing_run();
  results.cases[1] = results.cases[0];
  expect_limit(results, "only 1 of 2.");
}

TEST(Summary, TierBelowCoreIsNoClaim) {
  Results results = passing_run();
  results.header.tier = "smoke";
  expect_limit(results, "smoke");
}

TEST(Summary, FilterIsNoClaim) {
  Results results = passing_run();
  results.header.filter = {"conv*", "softmax"};
  expect_limit(results, "conv*, softmax");
}

TEST(Summary, ShardIsNoClaim) {
  Results results = passing_run();
  results.header.shard_index = 2;
  results.header.shard_count = 4;
  expect_limit(results, "shard 2 of 4");
}

TEST(Summary, ProfileThatWasAskedForAndPassed) {
  Results results = passing_run();
  results.header.profiles = {"inference"};
  results.footer->profiles = {{"inference", ProfileVerdict::kPass},
                              {"minimal", ProfileVerdict::kPass},
                              {"training", ProfileVerdict::kIncomplete}};
  const RunSummary summary = summarize(results);
  EXPECT_EQ(verdict_text(summary), "Conformant to profile inference");
  EXPECT_EQ(profiles_text(summary), "Profiles passed: inference, minimal.");
}

TEST(Summary, ProfileThatWasNotRunAsAWholeIsNoClaim) {
  Results results = passing_run();
  results.header.profiles = {"inference"};
  results.footer->profiles = {{"inference", ProfileVerdict::kIncomplete}};
  expect_limit(results, "Profile inference was not run as a whole");
  EXPECT_EQ(profiles_text(summarize(results)), "Profiles not run as a whole: inference.");
}

TEST(Summary, ProfileThatFailsByWhatIsUnsupported) {
  Results results = passing_run();
  results.cases[1].outcome = Outcome::kUnsupported;
  results.footer->profiles = {{"inference", ProfileVerdict::kFail}};
  EXPECT_EQ(summarize(results).verdict, VerdictKind::kConformant);  // nobody asked for it
  EXPECT_EQ(profiles_text(summarize(results)), "Profiles failed: inference.");
  results.header.profiles = {"inference"};
  EXPECT_EQ(verdict_text(summarize(results)), "Not conformant to profile inference");
}

TEST(Summary, RunWithoutFooterSaysNothingOfProfiles) {
  Results results = passing_run();
  results.header.profiles = {"inference"};
  results.footer.reset();
  EXPECT_EQ(profiles_text(summarize(results)), "");
}

TEST(Summary, NothingPassedIsNoClaim) {
  Results results = passing_run();
  for (CaseResult& result : results.cases) result.outcome = Outcome::kUnsupported;
  expect_limit(results, "Nothing passed");
}

TEST(Summary, FailureInALimitedRunIsStillNotConformant) {
  Results results = passing_run();
  results.header.tier = "smoke";
  results.cases[0].outcome = Outcome::kFail;
  EXPECT_EQ(summarize(results).verdict, VerdictKind::kNotConformant);
}

}  // namespace
}  // namespace kassay::reports::summary_test
