// Where one result, one shard or one name decides on the verdict of a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/lib/run_verdict.h"

namespace kassay::run_verdict_border_test {
namespace {

using testing::Contains;
using testing::ElementsAre;

// The whole of tier core: all results passed but one, with this outcome.
RunFacts one_result(const std::string& outcome) {
  RunFacts facts;
  facts.counts = {{"pass", 3}};
  ++facts.counts[outcome];
  facts.selected = facts.found = 4;
  facts.ended = true;
  facts.tier = "core";
  facts.filter = {"*"};
  facts.standing = {.functions = 1, .supported = {"softmax"}};
  return facts;
}

// Limited to one profile, which ended so.
RunFacts of_profile(RunFacts facts, ProfileVerdict verdict) {
  facts.asked_profiles = {"small"};
  facts.profiles = {{"small", verdict, {}}};
  return facts;
}

std::vector<std::string> lines_of(const RunFacts& facts) {
  std::vector<std::string> lines;
  for (const ProfileLine& line : verdict_of(facts).profiles)
    lines.push_back(profile_line_text(line));
  return lines;
}

TEST(OneResult, ThatIsUnsupportedIsLackingInAProfileThatIsAskedFor) {
  const RunVerdict verdict =
      verdict_of(of_profile(one_result("unsupported"), ProfileVerdict::kLacking));
  EXPECT_EQ(verdict.exit_code(), 1);
  EXPECT_EQ(verdict.tone, Tone::kGuarded);
  EXPECT_THAT(verdict.limits,
              ElementsAre("1 result is unsupported, but a profile must be supported in full."));
}

TEST(OneResult, ThatIsWrongFailsAProfileThatIsAskedFor) {
  const RunVerdict verdict = verdict_of(of_profile(one_result("fail"), ProfileVerdict::kFail));
  EXPECT_EQ(verdict.title, "Not conformant to profile small");
}

// Results of earlier versions call a profile failed, whatever the reason.
TEST(OneResult, ThatIsUnsupportedIsWhyAnOldProfileFailed) {
  EXPECT_THAT(lines_of(of_profile(one_result("unsupported"), ProfileVerdict::kFail)),
              ElementsAre("Profiles not fully supported: small"));
}

TEST(OneResult, ThatIsWaivedIsWhyAnOldProfileFailed) {
  EXPECT_THAT(lines_of(of_profile(one_result("waived"), ProfileVerdict::kFail)),
              ElementsAre("Profiles passed except waived failures: small"));
}

TEST(OneShard, OfTwoIsAPart) {
  RunFacts facts = one_result("pass");
  facts.shard_count = 2;
  EXPECT_EQ(verdict_of(facts).claim, Claim::kNoFailure);
  EXPECT_FALSE(verdict_of(facts).whole);
  EXPECT_THAT(verdict_of(facts).limits, ElementsAre("Only shard 1 of 2 is present."));
}

TEST(AskedProfile, OfWhichTheResultsSayNothingWasNotRun) {
  RunFacts facts = of_profile(one_result("pass"), ProfileVerdict::kPass);
  facts.asked_profiles.emplace_back("absent");
  EXPECT_THAT(verdict_of(facts).limits, Contains("Profile absent was not fully run."));
}

TEST(AskedProfile, FailsInOldResultsWhereAnotherOneIsOnlyTold) {
  RunFacts facts = one_result("unsupported");
  facts.asked_profiles = {"asked"};
  facts.profiles = {{"asked", ProfileVerdict::kFail, {}}, {"other", ProfileVerdict::kFail, {}}};
  EXPECT_THAT(lines_of(facts), ElementsAre("Profiles not fully supported: asked"));
}

TEST(Names, OfTones) {
  EXPECT_EQ(tone_name(Tone::kGood), "good");
  EXPECT_EQ(tone_name(Tone::kGuarded), "guarded");
  EXPECT_EQ(tone_name(Tone::kBad), "bad");
}

TEST(Names, OfProfileVerdicts) {
  EXPECT_EQ(profile_words(ProfileVerdict::kPass), "passed");
  EXPECT_EQ(profile_words(ProfileVerdict::kFail), "failed");
  EXPECT_EQ(profile_words(ProfileVerdict::kLacking), "not fully supported");
  EXPECT_EQ(profile_words(ProfileVerdict::kWaived), "passed except waived failures");
  EXPECT_EQ(profile_words(ProfileVerdict::kIncomplete), "not fully run");
}

TEST(ToneOfAProfile, IsGoodOrBadOnlyWherePassedOrFailed) {
  EXPECT_EQ(tone_of(ProfileVerdict::kPass), Tone::kGood);
  EXPECT_EQ(tone_of(ProfileVerdict::kFail), Tone::kBad);
  EXPECT_EQ(tone_of(ProfileVerdict::kLacking), Tone::kGuarded);
  EXPECT_EQ(tone_of(ProfileVerdict::kWaived), Tone::kGuarded);
  EXPECT_EQ(tone_of(ProfileVerdict::kIncomplete), Tone::kGuarded);
}

TEST(FactsOfAHeader, AreWhatTheRunWasLimitedTo) {
  ResultsHeader header;
  header.selected = 7;
  header.tier = "full";
  header.filter = {"softmax"};
  header.shard_index = 2;
  header.shard_count = 3;
  header.profiles = {"small"};
  header.waivers = {{"w.yaml", ""}};
  const RunFacts facts = facts_of(header);
  EXPECT_EQ(facts.selected, 7);
  EXPECT_EQ(facts.tier, "full");
  EXPECT_THAT(facts.filter, ElementsAre("softmax"));
  EXPECT_EQ(facts.shard_index, 2);
  EXPECT_EQ(facts.shard_count, 3);
  EXPECT_THAT(facts.asked_profiles, ElementsAre("small"));
  EXPECT_THAT(facts.waiver_files, ElementsAre("w.yaml"));
}

TEST(FactsOfACutRun, AreWhatIsThere) {
  Results results;
  results.header.selected = 3;
  results.cases.emplace_back().case_id = "a";
  const RunFacts facts = facts_of(results);
  EXPECT_EQ(facts.selected, 3);
  EXPECT_EQ(facts.found, 1);
  EXPECT_FALSE(facts.ended);
}

}  // namespace
}  // namespace kassay::run_verdict_border_test
