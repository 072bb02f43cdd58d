// Runs with waivers: their results, and the notes on the waivers.
#include "conformance/runner/waivers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "conformance/runner/run.h"
#include "conformance/runner/tests/toy_connection.h"
#include "conformance/runner/tests/toy_vectors.h"
#include "spec/lib/error.h"
#include "spec/lib/result_lines.h"

namespace kassay::runner::waivers_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr auto kUsed = WaiverStatus::kUsed;
constexpr auto kUnused = WaiverStatus::kUnused;
constexpr auto kExpired = WaiverStatus::kExpired;
constexpr auto kUnmatched = WaiverStatus::kUnmatched;
constexpr auto kNotRun = WaiverStatus::kNotRun;

// The toy backend passes identity, answers invalid with an error, lacks lacking, and passes
// needs_constant only in mode eager.
class WaivedRun : public testing::Test {
 protected:
  WaivedRun() {
    vectors_.add("identity", {{"a", "smoke"}, {"b"}});
    vectors_.add("invalid", {{"a"}, {"b"}, {"only_zh", "core", {"zh"}}});
    vectors_.add("lacking", {{"a"}});
    vectors_.add("needs_constant", {{"a", "core", {"ko"}, {"eager", "program"}}});
    vectors_.add_profile("refusing", {"invalid"});
    vectors_.finish();
    settings_ = toy_run(vectors_, count_);
  }

  // A waiver on a single line; the first is on line 2.
  void waive(const std::vector<std::string>& waivers) {
    std::string text = "waivers:\n";
    for (const std::string& waiver : waivers) text += "  - {" + waiver + ", reason: known}\n";
    write_text(vectors_.path("w.yaml"), text);
    settings_.waivers = {vectors_.path("w.yaml")};
  }

  RunReport run() { return run_conformance(settings_, {}); }
  Results results() const { return read_results(settings_.out); }

  CaseResult result(const std::string& id, const std::string& mode = "eager") const {
    for (const CaseResult& result : results().cases) {
      if (result.case_id == "toy/" + id && result.mode == mode) return result;
    }
    ADD_FAILURE() << "no result of " << id;
    return {};
  }
  Outcome outcome(const std::string& id, const std::string& mode = "eager") const {
    return result(id, mode).outcome;
  }

  std::vector<WaiverStatus> statuses() {
    std::vector<WaiverStatus> all;
    run();
    const Results written = results();
    for (const WaiverUse& use : written.footer->waivers) all.push_back(use.status);
    return all;
  }
  std::string note() {
    run();
    return results().footer->waivers.at(0).note;
  }

  ToyVectors vectors_;
  RunSettings settings_;
  std::atomic<int> count_ = 0;
};

TEST_F(WaivedRun, ExpectedOutcomeIsWaivedAndKeepsWhatItWas) {
  waive({"cases: [invalid], outcomes: [crash, error], link: 'https://example.org/1'"});
  const RunReport report = run();
  EXPECT_EQ(report.summary.count(Outcome::kWaived), 2);
  const CaseResult waived = result("invalid/float32/a");
  EXPECT_EQ(waived.outcome, Outcome::kWaived);
  ASSERT_TRUE(waived.waived);
  EXPECT_EQ(waived.waived->outcome, Outcome::kError);
  EXPECT_EQ(waived.waived->reason, "known");
  EXPECT_EQ(waived.waived->link, "https://example.org/1");
  EXPECT_EQ(waived.waived->waiver, vectors_.path("w.yaml") + ":2");
  EXPECT_EQ(outcome("needs_constant/float32/a", "program"), Outcome::kError);
  ASSERT_EQ(results().header.waivers.size(), 1u);
  EXPECT_EQ(results().header.waivers[0].file, vectors_.path("w.yaml"));
  EXPECT_EQ(results().header.waivers[0].sha256.size(), 64u);
}

TEST_F(WaivedRun, UseIsCounted) {
  waive({"cases: ['toy/i*'], outcomes: [error]"});
  run();
  const WaiverUse use = results().footer->waivers.at(0);
  EXPECT_EQ(use.status, kUsed);
  EXPECT_EQ(use.waived, 2);
  EXPECT_EQ(use.unexpected_passes, 2);
  EXPECT_EQ(use.note, "");
}

TEST_F(WaivedRun, PassIsUnexpectedAndNamesTheWaiver) {
  waive({"cases: [lacking], outcomes: [fail]", "cases: ['*identity*/a'], outcomes: [fail, error]"});
  const RunReport report = run();
  EXPECT_EQ(outcome("identity/float32/a"), Outcome::kUnexpectedPass);
  EXPECT_EQ(outcome("identity/float32/b"), Outcome::kPass);
  EXPECT_THAT(result("identity/float32/a").waiver_note->text,
              AllOf(HasSubstr("w.yaml:3 expects fail or error: remove that waiver")));
  EXPECT_TRUE(report.summary.standing().wrong.contains("identity"));
}

TEST_F(WaivedRun, OtherOutcomeStaysWithANote) {
  waive({"cases: [invalid], outcomes: [crash, fail]"});
  run();
  EXPECT_EQ(outcome("invalid/float32/a"), Outcome::kError);
  EXPECT_THAT(result("invalid/float32/a").waiver_note->text,
              HasSubstr("w.yaml:2 excuses crash or fail, not error"));
}

TEST_F(WaivedRun, UnsupportedStays) {
  waive({"cases: [lacking], outcomes: [error, fail]"});
  run();
  EXPECT_EQ(outcome("lacking/float32/a"), Outcome::kUnsupported);
  EXPECT_FALSE(result("lacking/float32/a").waiver_note);
}

class WaivedNotRun : public WaivedRun {
 protected:
  // The only result, after the waiver.
  CaseResult applied(const std::string& outcomes) {
    waive({"cases: [identity], outcomes: [" + outcomes + "]"});
    waivers_ = Waivers(settings_.waivers, Edition::kKo);
    CaseOutline outline;
    outline.id = "toy/identity/float32/a";
    outline.function = "identity";
    waivers_.expect(outline, Mode::kEager, /*selected=*/true);
    CaseResult result;
    result.case_id = outline.id;
    result.function = outline.function;
    result.mode = "eager";
    result.outcome = Outcome::kNotRun;
    waivers_.apply(result);
    return result;
  }
  WaiverStatus status() const {
    return waivers_.uses(vectors_.directory(), read_manifest(vectors_.directory())).at(0).status;
  }
  Waivers waivers_;
};

TEST_F(WaivedNotRun, IsExcusedWhereItIsExpected) {
  const CaseResult result = applied("crash, not-run");
  EXPECT_EQ(result.outcome, Outcome::kWaived);
  EXPECT_EQ(result.waived->outcome, Outcome::kNotRun);
  EXPECT_EQ(without_waivers(result).outcome, Outcome::kNotRun);
  EXPECT_EQ(status(), kUsed);
}

TEST_F(WaivedNotRun, OtherwiseItIsNoPassAndTheWaiverIsNotBlamed) {
  const CaseResult result = applied("error");
  EXPECT_EQ(result.outcome, Outcome::kNotRun);
  EXPECT_FALSE(result.waiver_note);
  EXPECT_EQ(status(), kNotRun);
}

TEST_F(WaivedRun, ExceptModesAndEditionsLimitIt) {
  waive({"cases: [invalid], except: ['*/a'], outcomes: [error]",
         "cases: [needs_constant], modes: [program], outcomes: [error]",
         "cases: [identity], editions: [zh, ja], outcomes: [error]"});
  run();
  EXPECT_EQ(outcome("invalid/float32/a"), Outcome::kError);
  EXPECT_EQ(outcome("invalid/float32/b"), Outcome::kWaived);
  EXPECT_EQ(outcome("needs_constant/float32/a"), Outcome::kPass);
  EXPECT_EQ(outcome("needs_constant/float32/a", "program"), Outcome::kWaived);
  EXPECT_EQ(outcome("identity/float32/a"), Outcome::kPass);
}

TEST_F(WaivedRun, WaiverThatFitsIsFoundBehindOneThatDoesNot) {
  waive({"cases: [invalid], outcomes: [crash]", "cases: ['*'], outcomes: [error]"});
  run();
  const CaseResult waived = result("invalid/float32/a");
  EXPECT_EQ(waived.outcome, Outcome::kWaived);
  EXPECT_FALSE(waived.waiver_note);
}

TEST_F(WaivedRun, ItHoldsOnItsLastDay) {
  waive({"cases: [invalid], outcomes: [error], expires: 2027-11-30"});
  const std::string file = vectors_.path("w.yaml");
  for (const auto& [time, waived] : std::map<std::string, bool>{{"2027-11-30T23:59:59Z", true},
                                                                {"2027-12-01T00:00:00Z", false}}) {
    Waivers waivers({file}, Edition::kKo);
    waivers.hold_on(time);
    CaseResult result;
    result.case_id = "toy/invalid/float32/a";
    result.function = "invalid";
    result.mode = "eager";
    result.outcome = Outcome::kError;
    waivers.apply(result);
    EXPECT_EQ(result.outcome, waived ? Outcome::kWaived : Outcome::kError) << time;
    EXPECT_EQ(message_with_note(result), waived ? "" : file + ":2 excused it until 2027-11-30");
  }
}

TEST_F(WaivedRun, ExpiredExcusesNothingAndExpectsNothing) {
  waive({"cases: [invalid, identity], outcomes: [error], expires: 2020-01-01"});
  const RunReport report = run();
  EXPECT_EQ(report.summary.count(Outcome::kWaived), 0);
  EXPECT_EQ(outcome("identity/float32/a"), Outcome::kPass);
  EXPECT_THAT(result("invalid/float32/a").waiver_note->text,
              HasSubstr("w.yaml:2 excused it until 2020"));
  EXPECT_THAT(statuses(), ElementsAre(kExpired));
  EXPECT_THAT(note(), HasSubstr("expired on 2020-01-01"));
}

TEST_F(WaivedRun, WaiverThatExcusesNothingIsUnused) {
  waive({"cases: [lacking], outcomes: [fail]"});
  EXPECT_THAT(statuses(), ElementsAre(kUnused));
  EXPECT_THAT(note(), HasSubstr("none of the 1 results that it matches is fail"));
}

TEST_F(WaivedRun, WaiverOfWhatIsNotRunIsNotBlamed) {
  waive({"cases: [lacking], outcomes: [fail]", "cases: ['*,dtype=int8'], outcomes: [fail]",
         "cases: ['*only_zh'], outcomes: [fail]", "cases: ['*/a'], outcomes: [crash]"});
  settings_.selection.filter = {"invalid"};
  EXPECT_THAT(statuses(), ElementsAre(kNotRun, kNotRun, kNotRun, kNotRun));
  waive({"cases: [lacking], outcomes: [fail]"});
  settings_.selection.filter.clear();
  settings_.selection.shard_count = 1000;
  settings_.selection.shard_index = shard_of("toy/invalid/float32/a", 1000);
  EXPECT_THAT(statuses(), ElementsAre(kNotRun));
}

TEST_F(WaivedRun, WaiverOfAnotherTierOrEditionIsNotBlamed) {
  waive(
      {"cases: ['toy/identity/*/b'], outcomes: [error]", "cases: ['*only_zh'], outcomes: [error]"});
  settings_.selection.tier = Tier::kSmoke;
  EXPECT_THAT(statuses(), ElementsAre(kNotRun, kNotRun));
}

TEST_F(WaivedRun, PatternOfNoCaseIsNamed) {
  waive({"cases: [invalid, invalit], outcomes: [error]",
         "cases: ['toy/invalid/*/c'], outcomes: [error]",
         "cases: [invalid], except: ['toy/invalid/*/d'], outcomes: [error]",
         "cases: [invalid], modes: [gradient], outcomes: [error]",
         "cases: ['*only_zh'], editions: [ko], outcomes: [error]"});
  EXPECT_THAT(statuses(), ElementsAre(kUnmatched, kUnmatched, kUnmatched, kUnmatched, kUnmatched));
  EXPECT_THAT(note(), AllOf(HasSubstr("\"invalit\""), Not(HasSubstr("\"invalid\""))));
  EXPECT_EQ(outcome("invalid/float32/a"), Outcome::kWaived);
  // If a function is not run, a pattern is unmatched only if it cannot match any case.
  settings_.selection.filter = {"identity"};
  EXPECT_THAT(statuses(), ElementsAre(kUnmatched, kNotRun, kNotRun, kNotRun, kNotRun));
}

TEST_F(WaivedRun, SeveralFiles) {
  waive({"cases: [identity], outcomes: [crash]"});
  write_text(vectors_.path("v.yaml"),
             "waivers:\n- {cases: [invalid], outcomes: [error], reason: r}");
  settings_.waivers.push_back(vectors_.path("v.yaml"));
  EXPECT_THAT(statuses(), ElementsAre(kUsed, kUsed));
  EXPECT_EQ(result("invalid/float32/a").waived->waiver, vectors_.path("v.yaml") + ":2");
}

TEST_F(WaivedRun, FileThatCannotBeUsedIsFoundBeforeAnythingRuns) {
  settings_.waivers = {vectors_.path("none.yaml")};
  EXPECT_THROW(run(), FileError);
  EXPECT_EQ(count_, 0);
}

TEST_F(WaivedRun, WaivedFailureFulfilsNoProfileButIsReported) {
  waive({"cases: [invalid], outcomes: [error]"});
  const ProfileResult profile = run().profiles.at(0);
  EXPECT_EQ(profile.verdict, ProfileVerdict::kWaived);
  EXPECT_THAT(profile.standing.waived, ElementsAre("invalid"));
}

TEST_F(WaivedRun, ResumeGivesTheSameResultsAndUses) {
  waive({"cases: ['toy/i*'], outcomes: [error]", "cases: [lacking], outcomes: [fail]"});
  run();
  const std::string whole = read_text(settings_.out);
  const auto lines = [this] {
    std::string text;
    const Results written = results();
    for (CaseResult result : written.cases) {
      result.seconds = 0;
      text += to_line(result) + "\n";
    }
    for (const WaiverUse& use : written.footer->waivers) {
      text += use.waiver + " " + std::string(waiver_status_name(use.status)) + " " +
              std::to_string(use.waived) + " " + std::to_string(use.unexpected_passes) + "\n";
    }
    return text;
  };
  const std::string expected = lines();
  settings_.earlier = EarlierResults::kContinue;
  for (std::size_t at = whole.find('\n'); at != std::string::npos; at = whole.find('\n', at + 1)) {
    write_text(settings_.out, whole.substr(0, at + 1));
    run();
    EXPECT_EQ(lines(), expected) << at;
  }
}

TEST_F(WaivedRun, ResumeGoesByTheDayOnWhichTheRunBegan) {
  waive({"cases: [invalid], outcomes: [error], expires: 2020-01-01"});
  run();
  std::string text = read_text(settings_.out);
  text.resize(text.find('\n') + 1);
  const std::string key = "\"started\":\"";
  text.replace(text.find(key) + key.size(), 4, "2019");
  write_text(settings_.out, text);
  settings_.earlier = EarlierResults::kContinue;
  run();
  EXPECT_EQ(outcome("invalid/float32/a"), Outcome::kWaived);
}

TEST_F(WaivedRun, ResumeRefusesOtherWaivers) {
  waive({"cases: [invalid], outcomes: [error]"});
  run();
  waive({"cases: [invalid], outcomes: [fail]"});
  settings_.earlier = EarlierResults::kContinue;
  try {
    run();
    FAIL() << "it continued";
  } catch (const FileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--waivers was \"" + vectors_.path("w.yaml")));
  }
}

TEST_F(WaivedRun, FaultThatComesAndGoes) {
  waive({"cases: [identity, needs_constant], outcomes: [error, pass]"});
  const RunReport report = run();
  EXPECT_EQ(result("identity/float32/a").outcome, Outcome::kPass);
  EXPECT_EQ(result("needs_constant/float32/a").outcome, Outcome::kPass);
  EXPECT_EQ(result("needs_constant/float32/a", "program").outcome, Outcome::kWaived);
  EXPECT_EQ(report.waivers.at(0).status, kUsed);
}

}  // namespace
}  // namespace kassay::runner::waivers_test
