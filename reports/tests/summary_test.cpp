#include "reports/summary.h"

#include <gtest/gtest.h>

#include "reports/tests/samples.h"

namespace kassay::reports::summary_test {
namespace {

Results passing_run() {
  return sample_results({sample_result("activation/softmax/float32/a", Outcome::kPass),
                         sample_result("activation/softmax/float32/b", Outcome::kPass)});
}

TEST(Summary, CountsOutcomesAndFunctions) {
  Results results = passing_run();
  results.cases[1].outcome = Outcome::kUnsupported;
  results.cases[1].function = "relu";
  const RunSummary summary = summarize(results);
  EXPECT_EQ(summary.counts[severity_rank(Outcome::kPass)], 1);
  EXPECT_EQ(summary.counts[severity_rank(Outcome::kUnsupported)], 1);
  EXPECT_EQ(summary.functions, 2);
  EXPECT_EQ(summary.supported_functions, 1);
  EXPECT_EQ(outcomes_text(summary), "1 pass, 1 unsupported");
}

TEST(Summary, VerdictIsThatOfTheVocabulary) {
  Results results = passing_run();
  EXPECT_EQ(summarize(results).verdict.title, "Conformant");
  results.header.tier = "smoke";
  results.cases[0].outcome = Outcome::kFail;
  EXPECT_EQ(summarize(results).verdict.title, verdict_of(facts_of(results)).title);
  EXPECT_EQ(summarize(results).verdict.claim, Claim::kNotConformant);
}

TEST(Summary, ProfilesAreSentences) {
  Results results = passing_run();
  results.header.profiles = {"inference"};
  results.footer->profiles = {{"inference", ProfileVerdict::kIncomplete},
                              {"minimal", ProfileVerdict::kPass},
                              {"training", ProfileVerdict::kIncomplete}};
  EXPECT_EQ(profiles_text(summarize(results)),
            "Profiles passed: minimal. Profiles not run as a whole: inference.");
}

TEST(Summary, RunWithoutFooterSaysNothingOfProfiles) {
  Results results = passing_run();
  results.header.profiles = {"inference"};
  results.footer.reset();
  EXPECT_EQ(profiles_text(summarize(results)), "");
}

}  // namespace
}  // namespace kassay::reports::summary_test
