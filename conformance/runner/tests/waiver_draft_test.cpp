// Drafting waivers from results, and reducing them by later results.
#include "conformance/runner/waiver_draft.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "conformance/runner/tests/toy_connection.h"
#include "conformance/runner/tests/toy_vectors.h"
#include "conformance/runner/waive.h"
#include "conformance/runner/waiver_update.h"
#include "spec/lib/error.h"

namespace kassay::runner::waiver_draft_test {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

constexpr char kNoLimit[] = "2099-12-31";

CaseResult result(const std::string& id, const std::string& mode, Outcome outcome,
                  const std::string& message = "") {
  CaseResult result;
  result.case_id = id;
  result.function = id.substr(2, 1);
  result.mode = mode;
  result.outcome = outcome;
  result.message = message;
  return result;
}

TEST(Draft, AnEntryForEachCauseTheLargestFirst) {
  const auto waivers = draft_waivers({result("a/f/int8/x", "eager", Outcome::kError, "no axis 3"),
                                      result("a/g/int8/x", "eager", Outcome::kCrash, "killed"),
                                      result("a/h/int8/x", "eager", Outcome::kError, "no axis 4")},
                                     "ko", kNoLimit);
  ASSERT_THAT(waivers, SizeIs(2));
  EXPECT_EQ(waivers[0].reason, "no axis …, in 2 functions: f 1, h 1");
  EXPECT_THAT(waivers[0].cases, ElementsAre("f", "h"));
  EXPECT_THAT(waivers[0].outcomes, ElementsAre(Outcome::kError));
  EXPECT_THAT(waivers[0].editions, ElementsAre("ko"));
  EXPECT_EQ(waivers[0].expires, kNoLimit);
  EXPECT_EQ(waivers[1].reason, "g: killed");
}

TEST(Draft, CasesThatFailInDifferentModesHaveEntriesOfTheirOwn) {
  const auto waivers = draft_waivers({result("a/f/int8/x", "eager", Outcome::kError, "no"),
                                      result("a/f/int8/x", "function", Outcome::kPass),
                                      result("a/g/int8/x", "eager", Outcome::kPass),
                                      result("a/g/int8/x", "function", Outcome::kError, "no")},
                                     "ko", kNoLimit);
  ASSERT_THAT(waivers, SizeIs(2));
  EXPECT_THAT(waivers, Each(Field(&Waiver::modes, SizeIs(1))));
}

TEST(Draft, WhatWasNotRunIsWaivedToo) {
  const auto waivers =
      draft_waivers({result("a/f/int8/x", "eager", Outcome::kNotRun, "left out")}, "ko", kNoLimit);
  ASSERT_THAT(waivers, SizeIs(1));
  EXPECT_THAT(waivers[0].outcomes, ElementsAre(Outcome::kNotRun));
}

TEST(Draft, CausesOfFewResultsAreJoined) {
  std::vector<CaseResult> results;
  for (char c = 'a'; c <= 'z'; ++c) {
    results.push_back(result(std::string("a/") + c + "/int8/x", "eager", Outcome::kError,
                             std::string("wrong in way ") + c + c));
  }
  const auto waivers = draft_waivers(results, "ko", kNoLimit);
  EXPECT_LE(waivers.size(), kMostDrafted);
  EXPECT_THAT(waivers.back().reason, StartsWith("one of 14 causes with few results, such as: "));
  EXPECT_THAT(waivers.back().cases, SizeIs(14));
}

TEST(Draft, TextReadsBack) {
  std::vector<Waiver> waivers =
      draft_waivers({result("a/f/int8/x", "eager", Outcome::kError, "it's \"no\" # axis: [3]\x1b")},
                    "ko", kNoLimit);
  waivers[0].modes = {Mode::kEager};
  waivers[0].except = {"*'*"};
  waivers[0].link = "https://example.org";
  const auto read = parse_waivers("w.yaml", draft_text(waivers, {}));
  ASSERT_THAT(read, SizeIs(1));
  EXPECT_EQ(to_yaml(read[0], 0), to_yaml(waivers[0], 0));
  EXPECT_EQ(read[0].reason, waivers[0].reason);
}

TEST(Draft, LongReasonsAreBrokenIntoRows) {
  Waiver waiver;
  waiver.cases = {"abs"};
  waiver.outcomes = {Outcome::kFail};
  for (int i = 0; i < 40; ++i) waiver.reason += "it's  # of # ";
  waiver.reason += "end";
  std::istringstream rows(draft_text({waiver}, {}));
  for (std::string row; std::getline(rows, row);) EXPECT_LE(row.size(), 160U);
  EXPECT_EQ(parse_waivers("w.yaml", draft_text({waiver}, {})).at(0).reason, waiver.reason);
}

// The toy backend passes identity, answers invalid with an error, and lacks lacking.
class WaiversOfARun : public testing::Test {
 protected:
  WaiversOfARun() {
    vectors_.add("identity", {{"a", "smoke"}, {"b"}});
    vectors_.add("invalid", {{"a"}, {"b"}});
    vectors_.add("lacking", {{"a"}});
    vectors_.finish();
    settings_ = toy_run(vectors_, count_);
    run_conformance(settings_, {});
    results_ = read_results(settings_.out);
  }
  RunReport applied() {
    Results results = results_;
    return apply_waivers(results, settings_.out, {file_}, vectors_.directory());
  }
  WaiverUpdate updated(const std::string& text) {
    write_text(file_, text);
    WaiverUpdate update = update_waivers(file_, results_, settings_.out, vectors_.directory());
    write_text(file_, update.text);
    return update;
  }
  void expect_all_used() {
    const RunReport report = applied();
    EXPECT_EQ(verdict_of(facts_of(report)).exit_code(), 0);
    EXPECT_THAT(report.waivers, Each(Field(&WaiverUse::status, WaiverStatus::kUsed)));
  }

  ToyVectors vectors_;
  const std::string file_ = vectors_.path("w.yaml");
  RunSettings settings_;
  std::atomic<int> count_ = 0;
  Results results_;
};

TEST_F(WaiversOfARun, DraftExcusesAllAndEachIsUsed) {
  write_text(file_, draft_text(draft_waivers(results_.cases, "ko", kNoLimit), results_.header));
  expect_all_used();
}

TEST_F(WaiversOfARun, UpdateRemovesWhatPassesAndKeepsTheRest) {
  const WaiverUpdate update = updated(
      "# known\nwaivers:\n"
      "  - cases: [identity]  # it passes\n    outcomes: [fail]\n    reason: r\n"
      "  # still wrong\n"
      "  - cases: [invalid]   # no kernel\n    outcomes: [error]\n    reason: r\n  # end\n");
  EXPECT_EQ(update.removed, 1);
  EXPECT_EQ(update.text,
            "# known\nwaivers:\n  # still wrong\n"
            "  - cases: [invalid]   # no kernel\n    outcomes: [error]\n    reason: r\n  # end\n");
  expect_all_used();
}

TEST_F(WaiversOfARun, UpdateNarrowsToWhatFails) {
  const WaiverUpdate update = updated(
      "waivers:\n- {cases: ['*/float32/*'], outcomes: [error], reason: \"it's known\", link: "
      "'https://example.org/1', expires: 2099-12-31}\n");
  EXPECT_EQ(update.narrowed, 1);
  EXPECT_EQ(update.text,
            "waivers:\n- cases:\n    - 'invalid'\n  outcomes: [error]\n  reason: 'it''s known'\n"
            "  link: 'https://example.org/1'\n  expires: 2099-12-31\n");
  expect_all_used();
}

TEST_F(WaiversOfARun, UpdateKeepsThePatternsThatStillFit) {
  updated("waivers:\n- {cases: [identity, '*/invalid/*'], outcomes: [error], reason: r}\n");
  EXPECT_THAT(read_waivers(file_).at(0).cases, ElementsAre("*/invalid/*"));
}

TEST_F(WaiversOfARun, UpdateExceptsWhatPassesWhereNotAllWasRun) {
  std::erase_if(results_.cases, [](const CaseResult& result) {
    return result.case_id == "toy/identity/float32/a" || result.case_id == "toy/invalid/float32/a";
  });
  updated("waivers:\n- {cases: ['*'], outcomes: [error], reason: r}\n");
  const Waiver waiver = read_waivers(file_).at(0);
  EXPECT_THAT(waiver.cases, ElementsAre("*"));
  EXPECT_THAT(waiver.except, ElementsAre("toy/identity/*/b"));
}

TEST_F(WaiversOfARun, UpdateRemovesWhatAnEarlierWaiverExcuses) {
  const WaiverUpdate update = updated(
      "waivers:\n- {cases: [invalid], outcomes: [error], reason: r}\n"
      "- {cases: ['*/invalid/*'], outcomes: [error], reason: r}\n");
  EXPECT_EQ(update.removed, 1);
  expect_all_used();
}

TEST_F(WaiversOfARun, UpdateKeepsWhatComesAndGoes) {
  const std::string text = "waivers:\n- {cases: [identity], outcomes: [fail, pass], reason: r}\n";
  EXPECT_EQ(updated(text).text, text);
}

TEST_F(WaiversOfARun, UpdateKeepsWaiversOfOtherEditions) {
  const std::string text =
      "waivers:\n- {cases: [identity], editions: [zh], outcomes: [fail], reason: r}\n";
  EXPECT_EQ(updated(text).text, text);
}

TEST_F(WaiversOfARun, UpdateOfAListInOneLine) {
  const WaiverUpdate update = updated(
      "# known\nwaivers: [{cases: [identity], outcomes: [fail], reason: r}, {cases: [invalid], "
      "outcomes: [error], reason: r}]\n");
  EXPECT_EQ(update.text,
            "# known\nwaivers:\n  - cases:\n      - 'invalid'\n    outcomes: [error]\n    reason: "
            "'r'\n");
}

TEST_F(WaiversOfARun, UpdateThatLeavesNothing) {
  updated("waivers:\n- {cases: [identity], outcomes: [fail], reason: r}\n");
  EXPECT_THAT(read_waivers(file_), SizeIs(0));
}

TEST_F(WaiversOfARun, UpdateNeedsTheVectorsOfTheRun) {
  results_.header.vectors_hash = "other";
  EXPECT_THROW(updated("waivers: []\n"), FileError);
}

}  // namespace
}  // namespace kassay::runner::waiver_draft_test
