#include "reports/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/tests/samples.h"

namespace kassay::reports::summary_test {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

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
  EXPECT_EQ(summary.standing.run(), 2);
  EXPECT_EQ(summary.standing.supported, (Standing::Names{"softmax"}));
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

TEST(Summary, LinesSayWhatIsRightCompleteAndWrong) {
  Results results = passing_run();
  results.header.functions = 5;
  results.header.profiles = {"inference"};
  results.footer->profiles = {{"inference", ProfileVerdict::kIncomplete},
                              {"minimal", ProfileVerdict::kPass},
                              {"training", ProfileVerdict::kIncomplete}};
  EXPECT_THAT(standing_lines(summarize(results).verdict),
              ElementsAre("Right: 1 of 1 supported functions, 2 of 2 results",
                          "Complete: 1 of 5 functions supported, 4 not run", "Wrong: nothing",
                          "Profiles passed: minimal", "Profiles not fully run: inference"));
}

TEST(Summary, ProfileSaysWhatItLacksIfThatIsKnown) {
  Results results = passing_run();
  results.footer->profiles = {{"inference", ProfileVerdict::kLacking}};
  EXPECT_EQ(profile_text(summarize(results), "inference"), "not fully supported");
  results.footer->standings["inference"] = {
      .functions = 2, .supported = {"softmax"}, .lacking = {"relu"}};
  EXPECT_EQ(profile_text(summarize(results), "inference"),
            "not fully supported (1 of 2 functions supported)");
}

TEST(Summary, RunWithoutFooterSaysNothingOfProfiles) {
  Results results = passing_run();
  results.header.profiles = {"inference"};
  results.footer.reset();
  EXPECT_THAT(standing_lines(summarize(results).verdict), SizeIs(3));
}

}  // namespace
}  // namespace kassay::reports::summary_test
