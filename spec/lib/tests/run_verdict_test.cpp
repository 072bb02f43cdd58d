// Runs in different situations: what each may claim, the words and the exit code.
#include "spec/lib/run_verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace kassay::run_verdict_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The whole of tier core with two functions; everything passed.
RunFacts whole_run() {
  RunFacts facts;
  facts.counts = {{"pass", 4}};
  facts.selected = facts.found = 4;
  facts.ended = true;
  facts.tier = "core";
  facts.filter = {"*"};
  facts.standing = {.functions = 2, .supported = {"relu", "softmax"}};
  facts.profiles = {{"small", ProfileVerdict::kPass, {}}, {"large", ProfileVerdict::kPass, {}}};
  return facts;
}

using Change = std::function<void(RunFacts&)>;

// Two of the results have this outcome instead.
Change with(const std::string& outcome) {
  return [outcome](RunFacts& facts) { facts.counts = {{"pass", 2}, {outcome, 2}}; };
}
Change only(const std::string& outcome) {
  return [outcome](RunFacts& facts) { facts.counts = {{outcome, 4}}; };
}
Change lacking_a_function() {
  return [](RunFacts& facts) {
    facts.counts = {{"pass", 2}, {"unsupported", 2}};
    facts.standing = {.functions = 2, .supported = {"softmax"}, .lacking = {"relu"}};
  };
}
void cut_short(RunFacts& facts) {
  facts.ended = false;
  facts.found = 3;
  facts.counts = {{"pass", 3}};
  facts.profiles.clear();
}
void smoke(RunFacts& facts) { facts.tier = "smoke"; }
void filtered(RunFacts& facts) { facts.filter = {"softmax"}; }
void one_mode(RunFacts& facts) { facts.filter = {"*", "--mode eager"}; }
void one_shard(RunFacts& facts) { facts.shard_index = 2, facts.shard_count = 4; }
void known_failures(RunFacts& facts) { facts.waiver_files = {"w.yaml"}; }
// The run was limited to the first profile, which ended so.
Change asked(ProfileVerdict verdict) {
  return [verdict](RunFacts& facts) {
    facts.asked_profiles = {"small"};
    facts.profiles[0].verdict = verdict;
  };
}

struct Situation {
  std::string name;
  std::vector<Change> changes;
  Claim claim;
  std::string title, detail;
  int exit_code;
  std::vector<std::string> limits = {};  // a part of each
  Tone tone = Tone::kGuarded;
};

constexpr char kIsPart[] = "No failure in the part that was run";
constexpr char kIsWaived[] = "No failure except waived ones";
constexpr char kIsCut[] = "Cut short, no failure so far";
constexpr char kSupported[] = "1 of 1 supported functions conform; 1 of 2 supported";
constexpr char kLacks[] = "2 results are unsupported, but a profile must be supported in full.";

const std::vector<Situation>& situations() {
  using enum Claim;
  using enum ProfileVerdict;
  static const std::vector<Situation> all = {
      {"Whole", {}, kConformant, "Conformant", "", 0, {}, Tone::kGood},
      {"TierFull",
       {[](RunFacts& facts) { facts.tier = "full"; }},
       kConformant,
       "Conformant",
       "",
       0,
       {},
       Tone::kGood},
      {"AcceptedReading",
       {with("pass-accepted")},
       kConformant,
       "Conformant",
       "",
       0,
       {},
       Tone::kGood},
      {"WholeProfile",
       {asked(kPass)},
       kConformant,
       "Conformant to profile small",
       "",
       0,
       {},
       Tone::kGood},
      {"TwoProfiles",
       {[](RunFacts& facts) {
         facts.asked_profiles = {"small", "large"};
       }},
       kConformant,
       "Conformant to profiles small, large",
       "",
       0,
       {},
       Tone::kGood},

      // Results that were not run are not wrong, but forbid a claim.
      {"ResultsNotRun",
       {with("not-run"), [](RunFacts& facts) { facts.standing.not_run = {"relu"}; }},
       kCutShort,
       kIsCut,
       "",
       1,
       {"2 results were not run, of relu: earlier calls failed, or the run gave up on functions."}},
      {"ResultsNotRunBesideFailures",
       {[](RunFacts& facts) {
         facts.counts = {{"pass", 2}, {"not-run", 1}, {"fail", 1}};
       }},
       kNotConformant,
       "Not conformant",
       "1 result against the backend",
       1,
       {"1 result was not run: an earlier call failed, or the run gave up on the function."},
       Tone::kBad},
      {"ResultsNotRunOfAProfile",
       {with("not-run"), asked(kIncomplete)},
       kCutShort,
       kIsCut,
       "",
       1,
       {"2 results were not run", "Profile small was not fully run."}},

      // Missing results are not wrong.
      {"FunctionUnsupported",
       {lacking_a_function()},
       kSupportedConform,
       kSupported,
       "2 results unsupported",
       0,
       {},
       Tone::kGood},
      {"PartOfAFunctionUnsupported",
       {with("unsupported"), [](RunFacts& facts) { facts.standing.lacking = {"relu"}; }},
       kSupportedConform,
       "2 of 2 supported functions conform; 2 of 2 supported, 1 partial",
       "2 results unsupported",
       0,
       {},
       Tone::kGood},
      {"ProfileLacksSomething",
       {lacking_a_function(), asked(kLacking)},
       kSupportedConform,
       std::string(kSupported) + ", not all of profile small",
       "2 results unsupported",
       1,
       {kLacks}},
      {"ProfileLacksSomethingInOldResults",
       {lacking_a_function(), asked(kFail)},
       kSupportedConform,
       std::string(kSupported) + ", not all of profile small",
       "2 results unsupported",
       1,
       {kLacks}},
      {"ProfileLacksSomethingNobodyAskedForIt",
       {lacking_a_function(), [](RunFacts& facts) { facts.profiles[0].verdict = kLacking; }},
       kSupportedConform,
       kSupported,
       "2 results unsupported",
       0,
       {},
       Tone::kGood},
      {"AllUnsupported",
       {only("unsupported")},
       kNothingJudged,
       "Nothing was judged",
       "4 results unsupported",
       1,
       {"Nothing passed."}},
      {"NoResults",
       {[](RunFacts& facts) {
         facts.counts.clear();
         facts.selected = facts.found = 0;
       }},
       kNothingJudged,
       "Nothing was judged",
       "there are no results",
       1,
       {"Nothing passed."}},

      // A part proves nothing of the rest.
      {"Smoke", {smoke}, kNoFailure, kIsPart, "", 0, {"The tier is smoke"}},
      {"TierNotGiven",
       {[](RunFacts& facts) { facts.tier = ""; }},
       kNoFailure,
       kIsPart,
       "",
       0,
       {"The tier is not given"}},
      {"SingleFunctions", {filtered}, kNoFailure, kIsPart, "", 0, {"were selected: softmax."}},
      {"OneMode", {one_mode}, kNoFailure, kIsPart, "", 0, {"were selected: *, --mode eager."}},
      {"Shard", {one_shard}, kNoFailure, kIsPart, "", 0, {"Only shard 2 of 4 is present."}},
      {"PartUnsupported",
       {filtered, lacking_a_function()},
       kNoFailure,
       kIsPart,
       "2 results unsupported",
       0,
       {"were selected: softmax."}},
      {"PartOfAProfile",
       {filtered, asked(kIncomplete)},
       kNoFailure,
       kIsPart,
       "",
       0,
       {"were selected", "Profile small was not fully run."}},
      {"PartOfAProfileThatLacks",
       {filtered, lacking_a_function(), asked(kLacking)},
       kNoFailure,
       kIsPart,
       "2 results unsupported",
       1,
       {"were selected", kLacks}},

      // Excused, and no claim.
      {"Waived",
       {with("waived"), known_failures},
       kNoFailureButWaived,
       kIsWaived,
       "",
       0,
       {"2 known failures are waived by w.yaml."}},
      {"WaivedInAPart",
       {with("waived"), filtered},
       kNoFailureButWaived,
       kIsWaived,
       "",
       0,
       {"were selected", "2 known failures are waived."}},
      {"ProfileFailsByWaivedCasesOnly",
       {with("waived"), asked(kWaived)},
       kNoFailureButWaived,
       kIsWaived,
       "",
       0,
       {"2 known failures are waived."}},
      {"ProfileFailsByWaivedCasesOnlyInOldResults",
       {with("waived"), asked(kFail)},
       kNoFailureButWaived,
       kIsWaived,
       "",
       0,
       {"2 known failures are waived."}},
      {"WaivedInAProfileThatLacks",
       {[](RunFacts& facts) {
          facts.counts = {{"pass", 1}, {"waived", 1}, {"unsupported", 2}};
        },
        asked(kLacking)},
       kNoFailureButWaived,
       kIsWaived,
       "",
       1,
       {kLacks, "1 known failure is waived."}},
      {"AllWaived",
       {only("waived")},
       kNoFailureButWaived,
       kIsWaived,
       "",
       0,
       {"4 known failures are waived.", "Nothing passed."}},

      // What is missing may be wrong.
      {"CutShort",
       {cut_short},
       kCutShort,
       kIsCut,
       "",
       1,
       {"The run was cut short: no footer, and only 3 of 4 results."}},
      {"CutShortWithWaived",
       {cut_short, with("waived")},
       kCutShort,
       kIsCut,
       "",
       1,
       {"cut short", "2 known failures are waived."}},
      {"ResultsMissing",
       {[](RunFacts& facts) { facts.found = 3; }},
       kCutShort,
       kIsCut,
       "",
       1,
       {"Results are missing: there are only 3 of 4 results."}},

      // Wrong results outweigh everything else.
      {"OneFailure",
       {[](RunFacts& facts) {
         facts.counts = {{"pass", 3}, {"fail", 1}};
       }},
       kNotConformant,
       "Not conformant",
       "1 result against the backend",
       1,
       {},
       Tone::kBad},
      {"FailureInAPart",
       {smoke, with("error")},
       kNotConformant,
       "Not conformant",
       "2 results against the backend",
       1,
       {"The tier is smoke"},
       Tone::kBad},
      {"FailureBesideWaivedAndUnsupported",
       {[](RunFacts& facts) {
         facts.counts = {{"waived", 1}, {"unsupported", 1}, {"timeout", 2}};
       }},
       kNotConformant,
       "Not conformant",
       "2 results against the backend",
       1,
       {"1 known failure is waived.", "Nothing passed."},
       Tone::kBad},
      {"FailureInARunCutShort",
       {cut_short, with("fail")},
       kNotConformant,
       "Not conformant",
       "2 results against the backend",
       1,
       {"cut short"},
       Tone::kBad},
      {"ProfileFails",
       {with("crash"), asked(kFail)},
       kNotConformant,
       "Not conformant to profile small",
       "2 results against the backend",
       1,
       {},
       Tone::kBad},
      {"FailureInAProfileCutShort",
       {[](RunFacts& facts) { facts.asked_profiles = {"small"}; }, cut_short, with("fail")},
       kNotConformant,
       "Not conformant",
       "2 results against the backend",
       1,
       {"cut short"},
       Tone::kBad},
      {"UnexpectedPass",
       {with("unexpected-pass")},
       kNotConformant,
       "Not conformant",
       "2 results against the backend",
       1,
       {},
       Tone::kBad},
  };
  return all;
}

RunFacts facts_of(const Situation& situation) {
  RunFacts facts = whole_run();
  for (const Change& change : situation.changes) change(facts);
  return facts;
}

class Verdict : public testing::TestWithParam<Situation> {};

TEST_P(Verdict, Says) {
  const Situation& situation = GetParam();
  const RunVerdict verdict = verdict_of(facts_of(situation));
  EXPECT_EQ(claim_name(verdict.claim), claim_name(situation.claim));
  EXPECT_EQ(verdict.title, situation.title);
  EXPECT_EQ(verdict.detail, situation.detail);
  EXPECT_EQ(verdict.exit_code(), situation.exit_code);
  EXPECT_EQ(tone_name(verdict.tone), tone_name(situation.tone));
  ASSERT_EQ(verdict.limits.size(), situation.limits.size())
      << testing::PrintToString(verdict.limits);
  for (std::size_t i = 0; i < verdict.limits.size(); ++i) {
    EXPECT_THAT(verdict.limits[i], HasSubstr(situation.limits[i]));
  }
}

INSTANTIATE_TEST_SUITE_P(Situations, Verdict, testing::ValuesIn(situations()),
                         [](const testing::TestParamInfo<Situation>& info) {
                           return info.param.name;
                         });

// Every outcome is right, wrong, lacking, waived or not run; a new one must be decided on here.
TEST(VerdictOfOneOutcome, FollowsFromItsKind) {
  for (const char* name :
       {"pass", "pass-accepted", "fail", "error", "crash", "timeout", "out-of-memory",
        "unsupported", "not-run", "waived", "unexpected-pass"}) {
    RunFacts facts = whole_run();
    ++facts.counts[name];
    ++facts.selected, ++facts.found;
    const Outcome outcome = *parse_outcome(name);
    const Claim expected = counts_against(outcome)            ? Claim::kNotConformant
                           : outcome == Outcome::kNotRun      ? Claim::kCutShort
                           : outcome == Outcome::kWaived      ? Claim::kNoFailureButWaived
                           : outcome == Outcome::kUnsupported ? Claim::kSupportedConform
                                                              : Claim::kConformant;
    EXPECT_EQ(verdict_of(facts).claim, expected) << name;
  }
}

TEST(VerdictNames, ReadBack) {
  for (const Claim claim :
       {Claim::kConformant, Claim::kSupportedConform, Claim::kNoFailure, Claim::kNoFailureButWaived,
        Claim::kNothingJudged, Claim::kCutShort, Claim::kNotConformant}) {
    EXPECT_EQ(parse_claim(claim_name(claim)), claim);
    EXPECT_NE(claim_words(claim), "");
  }
  EXPECT_FALSE(parse_claim("no-claim"));
}

TEST(NothingShown, WhereNothingPassedAndNothingIsWrong) {
  const auto nothing_shown = [](const std::vector<Change>& changes) {
    RunFacts facts = whole_run();
    for (const Change& change : changes) change(facts);
    return verdict_of(facts).nothing_shown;
  };
  EXPECT_TRUE(nothing_shown({only("unsupported")}));
  EXPECT_TRUE(nothing_shown({only("waived")}));
  EXPECT_TRUE(nothing_shown({only("waived"), asked(ProfileVerdict::kWaived)}));
  EXPECT_FALSE(nothing_shown({lacking_a_function()}));
  EXPECT_FALSE(nothing_shown({only("fail")}));
  EXPECT_FALSE(nothing_shown({only("not-run")}));  // it may hide anything
  // A profile is claimed as a whole: what it lacks must show.
  EXPECT_FALSE(nothing_shown({only("unsupported"), asked(ProfileVerdict::kLacking)}));
}

TEST(CompleteAndWhole, AreToldApart) {
  RunFacts facts = whole_run();
  EXPECT_TRUE(verdict_of(facts).whole);
  filtered(facts);
  EXPECT_TRUE(verdict_of(facts).complete);
  EXPECT_FALSE(verdict_of(facts).whole);
  cut_short(facts);
  EXPECT_FALSE(verdict_of(facts).complete);
  EXPECT_THAT(verdict_of(facts).limits_title, HasSubstr("Incomplete"));
}

TEST(CompleteAndEnded, AreToldApart) {
  RunFacts facts = whole_run();
  with("not-run")(facts);
  const RunVerdict verdict = verdict_of(facts);
  EXPECT_TRUE(verdict.ended);
  EXPECT_FALSE(verdict.complete);
  EXPECT_FALSE(verdict.whole);
}

CaseResult result(const std::string& function, Outcome outcome, const std::string& lacks = "") {
  CaseResult result;
  result.function = function;
  result.outcome = outcome;
  result.lacks = lacks;
  return result;
}

TEST(Standings, AFunctionIsWholeIfAnotherOneIsLacking) {
  Standing standing{.functions = 3};
  standing.add(result("relu", Outcome::kPass));
  standing.add(result("relu", Outcome::kUnsupported, "slice"));
  standing.add(result("clip", Outcome::kPass));
  standing.add(result("clip", Outcome::kUnsupported));
  EXPECT_EQ(standing.lacking, (Standing::Names{"clip", "slice"}));
  EXPECT_EQ(standing.complete_text(), "2 of 3 functions supported, 1 partial");
}

TEST(Standings, AFunctionIsNotSupportedBecauseOfAWaivedResultThatWasNotRun) {
  Standing standing{.functions = 2};
  standing.add(result("relu", Outcome::kPass));
  CaseResult waived = result("dot", Outcome::kWaived);
  waived.waived.emplace().outcome = Outcome::kNotRun;
  standing.add(waived);
  EXPECT_EQ(standing.right_text(), "1 of 1 supported functions");
  EXPECT_EQ(standing.complete_text(), "1 of 2 functions supported, 1 not run");
  waived.waived.emplace().outcome = Outcome::kFail;
  standing.add(waived);
  EXPECT_EQ(standing.right_text(), "1 of 2 supported functions");
}

TEST(Verdict, LeavesOutWaivedResultsThatWereNotRun) {
  RunFacts facts = whole_run();
  facts.counts = {{"pass", 3}, {"waived", 2}, {"unsupported", 1}};
  EXPECT_EQ(verdict_of(facts).judged, 5);
  facts.waived_not_run = 1;
  EXPECT_EQ(verdict_of(facts).judged, 4);
  EXPECT_THAT(verdict_of(facts).right_text, testing::HasSubstr("3 of 4 results"));
}

TEST(Standings, WhatWasNotRunIsNeitherRightNorSupported) {
  Standing standing{.functions = 3};
  standing.add(result("relu", Outcome::kPass));
  standing.add(result("relu", Outcome::kNotRun));
  standing.add(result("softmax", Outcome::kPass));
  standing.add(result("dot", Outcome::kNotRun));
  EXPECT_EQ(standing.right_text(), "1 of 2 supported functions");
  EXPECT_EQ(standing.complete_text(), "2 of 3 functions supported, 1 not run");
  EXPECT_EQ(standing.wrong_text(), "nothing");
  EXPECT_EQ(standing.shortcomings(),
            "2 of 3 functions supported, 1 not run; not all run: dot, relu");
}

class Profiles : public testing::Test {
 protected:
  Profiles() : facts_(whole_run()) {
    facts_.counts = {{"pass", 1}, {"fail", 1}, {"unsupported", 1}, {"waived", 1}};
    facts_.profiles = {
        {"good", ProfileVerdict::kPass, {.functions = 1, .supported = {"a"}}},
        {"wrong",
         ProfileVerdict::kFail,
         {.functions = 4, .supported = {"a", "b"}, .lacking = {"c", "d"}, .wrong = {"b"}}},
        {"lacking",
         ProfileVerdict::kLacking,
         {.functions = 2, .supported = {"a"}, .lacking = {"c"}}},
        {"excused", ProfileVerdict::kWaived, {.functions = 1, .supported = {"a"}, .waived = {"a"}}},
        {"part", ProfileVerdict::kIncomplete, {.functions = 3, .supported = {"a"}}}};
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> text;
    for (const ProfileLine& line : verdict_of(facts_).profiles) {
      text.push_back(profile_line_text(line));
    }
    return text;
  }
  RunFacts facts_;
};

TEST_F(Profiles, WholeRunTellsWhatIsLackingFromWhatIsWrong) {
  EXPECT_THAT(lines(),
              ElementsAre("Profiles passed: good",
                          "Profiles failed: wrong (2 of 4 functions supported; wrong: b)",
                          "Profiles not fully supported: lacking (1 of 2 functions supported)",
                          "Profiles passed except waived failures: excused (waived: a)"));
}

TEST_F(Profiles, OfEarlierResultsAreNamedAlone) {
  for (RunFacts::ProfileEnd& profile : facts_.profiles) profile.standing = {};
  EXPECT_THAT(lines(), ElementsAre("Profiles passed: good", "Profiles failed: wrong",
                                   "Profiles not fully supported: lacking",
                                   "Profiles passed except waived failures: excused"));
}

TEST_F(Profiles, RunOfSomeCasesTellsThoseThatPassed) {
  facts_.filter = {"softmax"};
  EXPECT_THAT(lines(), ElementsAre("Profiles passed: good"));
}

TEST_F(Profiles, RunOfProfilesTellsThoseAndWhatElsePassed) {
  facts_.asked_profiles = {"lacking", "part"};
  EXPECT_THAT(lines(),
              ElementsAre("Profiles passed: good",
                          "Profiles not fully supported: lacking (1 of 2 functions supported)",
                          "Profiles not fully run: part (1 of 3 functions supported, 2 not run)"));
}

TEST_F(Profiles, RunThatWasCutShortTellsNone) {
  cut_short(facts_);
  EXPECT_THAT(lines(), IsEmpty());
}

// Right, complete and wrong, in situations that differ only in the standing.
struct ThreeThings {
  std::string name;
  Standing standing;
  std::map<std::string, std::int64_t> counts;
  std::string right, complete, wrong;
};

const std::vector<ThreeThings>& three_things() {
  static const std::vector<ThreeThings> all = {
      {"All",
       {.functions = 2, .supported = {"a", "b"}},
       {{"pass", 4}},
       "2 of 2 supported functions, 4 of 4 results",
       "2 of 2 functions supported",
       "nothing"},
      {"SmallAndRight",
       {.functions = 152, .supported = {"a"}, .lacking = {"b"}},
       {{"pass", 4}, {"unsupported", 1000}},
       "1 of 1 supported functions, 4 of 4 results",
       "1 of 152 functions supported, 150 not run",
       "nothing"},
      {"InPart",
       {.functions = 2, .supported = {"a", "b"}, .lacking = {"b"}},
       {{"pass", 3}, {"unsupported", 1}},
       "2 of 2 supported functions, 3 of 3 results",
       "2 of 2 functions supported, 1 partial",
       "nothing"},
      {"WrongAndLacking",
       {.functions = 3, .supported = {"a", "b"}, .lacking = {"c"}, .wrong = {"b"}},
       {{"pass", 3}, {"crash", 1}, {"unsupported", 2}},
       "1 of 2 supported functions, 3 of 4 results",
       "2 of 3 functions supported",
       "1 function: b"},
      {"WaivedIsNeitherRightNorWrong",
       {.functions = 2, .supported = {"a", "b"}, .waived = {"b"}},
       {{"pass", 3}, {"waived", 1}},
       "1 of 2 supported functions, 3 of 4 results",
       "2 of 2 functions supported",
       "nothing"},
      {"NotRunIsNoResult",
       {.functions = 2, .supported = {"a", "b"}, .not_run = {"b"}},
       {{"pass", 3}, {"not-run", 1}},
       "1 of 2 supported functions, 3 of 3 results",
       "2 of 2 functions supported",
       "nothing"},
      {"NothingSupported",
       {.functions = 2, .lacking = {"a", "b"}},
       {{"unsupported", 4}},
       "no supported function",
       "0 of 2 functions supported",
       "nothing"},
      {"EditionUnknown",
       {.functions = 0, .supported = {"a"}, .lacking = {"b"}},
       {{"pass", 1}, {"unsupported", 1}},
       "1 of 1 supported functions, 1 of 1 result",
       "1 of 2 functions supported",
       "nothing"},
      {"ManyWrong",
       {.functions = 10,
        .supported = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"},
        .wrong = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}},
       {{"fail", 10}},
       "0 of 10 supported functions, 0 of 10 results",
       "10 of 10 functions supported",
       "10 functions: a, b, c, d, e, f, g, h and 2 more"},
  };
  return all;
}

class RightCompleteWrong : public testing::TestWithParam<ThreeThings> {};

TEST_P(RightCompleteWrong, AreToldApart) {
  RunFacts facts = whole_run();
  facts.standing = GetParam().standing;
  facts.counts = GetParam().counts;
  const RunVerdict verdict = verdict_of(facts);
  EXPECT_EQ(verdict.right_text, GetParam().right);
  EXPECT_EQ(verdict.complete_text, GetParam().complete);
  EXPECT_EQ(verdict.wrong_text, GetParam().wrong);
}

INSTANTIATE_TEST_SUITE_P(Standings, RightCompleteWrong, testing::ValuesIn(three_things()),
                         [](const testing::TestParamInfo<ThreeThings>& info) {
                           return info.param.name;
                         });

class FactsOfResults : public testing::Test {
 protected:
  FactsOfResults() {
    results_.header.tier = "core";
    results_.header.filter = {"*"};
    results_.header.selected = 3;
    results_.header.functions = 5;
    results_.header.waivers = {{"w.yaml", ""}};
    add("a", "eager", "softmax", Outcome::kPass);
    add("a", "gradient", "softmax", Outcome::kUnsupported);
    add("b", "eager", "relu", Outcome::kUnsupported);
    results_.footer.emplace().profiles = {{"minimal", ProfileVerdict::kLacking}};
    results_.footer->standings["minimal"].lacking = {"relu"};
  }
  void add(const std::string& id, const std::string& mode, const std::string& function,
           Outcome outcome) {
    CaseResult result;
    result.case_id = id;
    result.mode = mode;
    result.function = function;
    result.outcome = outcome;
    results_.cases.push_back(result);
  }
  Results results_;
};

TEST_F(FactsOfResults, CountEachModeAndEachFunction) {
  const RunFacts facts = kassay::facts_of(results_);
  EXPECT_EQ(facts.counts, (std::map<std::string, std::int64_t>{{"pass", 1}, {"unsupported", 2}}));
  EXPECT_EQ(facts.found, 3);
  EXPECT_EQ(facts.standing, (Standing{.functions = 5,
                                      .supported = {"softmax"},
                                      .lacking = {"relu", "softmax"},
                                      .wrong = {},
                                      .waived = {}}));
  EXPECT_THAT(facts.waiver_files, ElementsAre("w.yaml"));
  ASSERT_EQ(facts.profiles.size(), 1u);
  EXPECT_THAT(facts.profiles[0].standing.lacking, ElementsAre("relu"));
  EXPECT_EQ(verdict_of(facts).title, std::string(kSupported) + ", 1 partial");
}

TEST_F(FactsOfResults, OneModeOfACaseTwiceCountsOnce) {
  add("b", "eager", "relu", Outcome::kUnsupported);
  results_.header.selected = 4;
  EXPECT_EQ(verdict_of(kassay::facts_of(results_)).claim, Claim::kCutShort);
}

TEST_F(FactsOfResults, MissingFooterIsARunCutShort) {
  results_.footer.reset();
  EXPECT_EQ(verdict_of(kassay::facts_of(results_)).claim, Claim::kCutShort);
}

}  // namespace
}  // namespace kassay::run_verdict_test
