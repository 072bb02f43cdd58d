// Which cases of a profile a run takes, and what it reports about each profile.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/runner/run.h"
#include "conformance/runner/tests/toy_connection.h"
#include "conformance/runner/tests/toy_vectors.h"
#include "spec/lib/error.h"

namespace kassay::runner::profile_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr auto kPass = ProfileVerdict::kPass;
constexpr auto kFail = ProfileVerdict::kFail;
constexpr auto kLacking = ProfileVerdict::kLacking;
constexpr auto kIncomplete = ProfileVerdict::kIncomplete;
using Verdicts = std::map<std::string, ProfileVerdict>;

// The toy backend passes identity and mode eager of needs_constant, and lacks lacking.
class ProfileRun : public testing::Test {
 protected:
  ProfileRun() {
    vectors_.add("identity", {{"a", "smoke"}, {"b"}, {"c"}});
    vectors_.add("lacking", {{"a"}});
    vectors_.add("needs_constant", {{"a", "core", {"ko"}, {"eager", "program"}}});
    vectors_.add_profile("good", {"identity"});
    vectors_.add_profile("large", {"identity", "lacking"});
    vectors_.add_profile("strict", {"needs_constant"});
    vectors_.finish();
    settings_ = toy_run(vectors_, count_);
  }

  RunReport run() { return run_conformance(settings_, {}); }
  Verdicts verdicts() {
    run();
    return read_results(settings_.out).footer->profiles;
  }

  ToyVectors vectors_;
  RunSettings settings_;
  std::atomic<int> count_ = 0;
};

TEST_F(ProfileRun, WholeRun) {
  EXPECT_EQ(verdicts(), (Verdicts{{"good", kPass}, {"large", kLacking}, {"strict", kFail}}));
}

TEST_F(ProfileRun, DistinguishesMissingFromWrong) {
  run();
  const auto standings = read_results(settings_.out).footer->standings;
  EXPECT_EQ(standings.at("good"), (Standing{.functions = 1, .supported = {"identity"}}));
  EXPECT_EQ(standings.at("large"),
            (Standing{.functions = 2, .supported = {"identity"}, .lacking = {"lacking"}}));
  EXPECT_EQ(
      standings.at("strict"),
      (Standing{.functions = 1, .supported = {"needs_constant"}, .wrong = {"needs_constant"}}));
}

TEST_F(ProfileRun, FunctionsThatWereNotRunStillBelongToIt) {
  settings_.selection.filter = {"identity"};
  run();
  EXPECT_EQ(read_results(settings_.out).footer->standings.at("large"),
            (Standing{.functions = 2, .supported = {"identity"}}));
}

TEST_F(ProfileRun, OnlyOneProfile) {
  settings_.selection.profiles = {"good"};
  const RunReport report = run();
  EXPECT_EQ(report.header.selected, 3);
  EXPECT_EQ(count_, 3);
  const Results results = read_results(settings_.out);
  EXPECT_THAT(results.header.profiles, ElementsAre("good"));
  EXPECT_THAT(results.header.filter, ElementsAre("*"));
  EXPECT_EQ(results.footer->profiles,
            (Verdicts{{"good", kPass}, {"large", kIncomplete}, {"strict", kIncomplete}}));
}

TEST_F(ProfileRun, SeveralProfilesAreTheirUnion) {
  settings_.selection.profiles = {"strict", "good"};
  EXPECT_EQ(run().header.selected, 5);
}

TEST_F(ProfileRun, OtherSelectionsNarrowIt) {
  settings_.selection.profiles = {"large"};
  settings_.selection.filter = {"toy/*/a"};
  EXPECT_EQ(run().header.selected, 2);
  settings_.selection.filter = {"needs_constant", "identity"};
  EXPECT_THROW(run(), NoCaseSelected);  // the first pattern matches nothing in the profile
}

TEST_F(ProfileRun, FilterThatTakesAllOfAProfile) {
  settings_.selection.filter = {"identity"};
  EXPECT_EQ(verdicts(),
            (Verdicts{{"good", kPass}, {"large", kIncomplete}, {"strict", kIncomplete}}));
}

TEST_F(ProfileRun, PartsAreIncomplete) {
  settings_.selection.profiles = {"good"};
  settings_.selection.filter = {"toy/identity/float32/a"};
  EXPECT_EQ(verdicts().at("good"), kIncomplete);
  settings_.selection.filter.clear();
  settings_.selection.tier = Tier::kSmoke;
  EXPECT_EQ(verdicts().at("good"), kIncomplete);
  settings_.selection.tier = Tier::kCore;
  settings_.selection.profiles = {"strict"};
  settings_.selection.modes = {Mode::kEager};
  EXPECT_EQ(verdicts().at("strict"), kIncomplete);
}

TEST_F(ProfileRun, ShardIsIncomplete) {
  settings_.selection.shard_count = 2;
  for (int index = 1; index <= 2; ++index) {
    settings_.selection.shard_index = index;
    EXPECT_EQ(verdicts().at("good"), kIncomplete);
  }
}

TEST_F(ProfileRun, FailureInAPartIsAFailure) {
  settings_.selection.filter = {"toy/needs_constant/*"};
  settings_.selection.modes = {Mode::kProgram};
  EXPECT_EQ(verdicts().at("strict"), kFail);
}

TEST_F(ProfileRun, ResumedRunCountsTheWholeFile) {
  run();
  const std::string whole = read_text(settings_.out);
  const Verdicts expected = read_results(settings_.out).footer->profiles;
  settings_.earlier = EarlierResults::kContinue;
  for (std::size_t at = whole.find('\n'); at != std::string::npos; at = whole.find('\n', at + 1)) {
    write_text(settings_.out, whole.substr(0, at + 1));
    EXPECT_EQ(verdicts(), expected) << at;
    EXPECT_EQ(run().profiles.at(1).standing.lacking.size(), 1u) << at;  // nothing is left to run
  }
}

TEST_F(ProfileRun, ResumeRefusesAnotherProfile) {
  run();
  settings_.earlier = EarlierResults::kContinue;
  settings_.selection.profiles = {"good"};
  try {
    run();
    FAIL() << "it continued";
  } catch (const FileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--profile was \"\" and is now \"good\""));
  }
}

TEST_F(ProfileRun, UnknownProfileNamesTheClosest) {
  settings_.selection.profiles = {"goood"};
  try {
    run();
    FAIL() << "it ran";
  } catch (const UnknownProfile& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("there is no profile \"goood\""),
                                    HasSubstr("the closest is good. `kassay list profiles`")));
  }
  EXPECT_EQ(count_, 0);
}

TEST_F(ProfileRun, NoCaseOfTheProfileInTheEdition) {
  settings_.selection.profiles = {"strict"};
  settings_.selection.edition = Edition::kJa;
  try {
    run();
    FAIL() << "it ran";
  } catch (const NoCaseSelected& error) {
    EXPECT_THAT(error.what(), HasSubstr("in tier core, edition ja, profile strict"));
  }
}

}  // namespace
}  // namespace kassay::runner::profile_test
