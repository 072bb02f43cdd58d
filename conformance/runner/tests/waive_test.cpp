// Applying waivers to existing results gives the same as a run with these waivers.
#include "conformance/runner/waive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/runner/tests/toy_connection.h"
#include "conformance/runner/tests/toy_vectors.h"
#include "conformance/runner/waivers.h"
#include "spec/lib/error.h"
#include "spec/lib/result_lines.h"

namespace kassay::runner::waive_test {
namespace {

using testing::HasSubstr;

// The toy backend passes identity, answers invalid with an error, and lacks lacking.
class Waive : public testing::Test {
 protected:
  Waive() {
    vectors_.add("identity", {{"a", "smoke"}, {"b"}});
    vectors_.add("invalid", {{"a"}, {"b"}, {"only_zh", "core", {"zh"}}});
    vectors_.add("lacking", {{"a"}});
    vectors_.add_profile("refusing", {"invalid"});
    vectors_.add_profile("good", {"identity"});
    vectors_.finish();
    settings_ = toy_run(vectors_, count_);
  }

  // Waivers of all kinds: one is used, one meets a pass, one expects another outcome, one has expired,
  // one matches nothing, one is for another function, one for another edition.
  void write_waivers() {
    write_text(
        file_,
        "waivers:\n"
        "- {cases: [toy/invalid/float32/a], outcomes: [error], reason: known}\n"
        "- {cases: [toy/identity/float32/a], outcomes: [fail], reason: known}\n"
        "- {cases: [toy/invalid/float32/b], outcomes: [crash], reason: known}\n"
        "- {cases: [toy/invalid/float32/b], outcomes: [error], reason: r, expires: 2020-01-01}\n"
        "- {cases: [nothing], outcomes: [error], reason: known}\n"
        "- {cases: [lacking], outcomes: [error], reason: known}\n"
        "- {cases: ['*only_zh'], editions: [zh], outcomes: [error], reason: known}\n");
  }

  Results run(const std::vector<std::string>& waivers) {
    settings_.waivers = waivers;
    run_conformance(settings_, {});
    return read_results(settings_.out);
  }
  Results waived(Results results, const std::vector<std::string>& waivers) {
    apply_waivers(results, settings_.out, waivers, vectors_.directory());
    return results;
  }
  // Everything except the times.
  static std::string text_of(Results results) {
    results.header.started.clear();
    std::string text = to_line(results.header) + "\n";
    for (CaseResult& result : results.cases) {
      result.seconds = 0;
      text += to_line(result) + "\n";
    }
    if (results.footer) {
      results.footer->seconds = 0;
      text += to_line(*results.footer) + "\n";
    }
    return text;
  }
  std::string problem(const Results& results) {
    try {
      waived(results, {file_});
    } catch (const FileError& error) {
      return error.what();
    }
    return "";
  }

  ToyVectors vectors_;
  const std::string file_ = vectors_.path("w.yaml");
  RunSettings settings_;
  std::atomic<int> count_ = 0;
};

TEST_F(Waive, GivesWhatARunWithTheWaiversWrites) {
  write_waivers();
  const Results plain = run({}), with_waivers = run({file_});
  ASSERT_NE(text_of(plain), text_of(with_waivers));
  EXPECT_EQ(text_of(waived(plain, {file_})), text_of(with_waivers));
}

TEST_F(Waive, ResultsOfAnEarlierVersionAreThenThoseOfThisOne) {
  write_waivers();
  const Results now = run({});
  Results earlier = now;
  earlier.header.functions = 0;
  earlier.footer->standings.clear();
  EXPECT_EQ(text_of(waived(earlier, {})), text_of(now));
}

TEST_F(Waive, WithoutWaiversTakesThemAway) {
  write_waivers();
  const Results plain = run({}), with_waivers = run({file_});
  EXPECT_EQ(text_of(waived(with_waivers, {})), text_of(plain));
}

TEST_F(Waive, TwiceIsOnce) {
  write_waivers();
  const Results with_waivers = run({file_});
  EXPECT_EQ(text_of(waived(with_waivers, {file_})), text_of(with_waivers));
}

TEST_F(Waive, WaiversUseTheSelectionOfTheRun) {
  write_waivers();
  std::vector<Selection> selections(7);
  selections[0].filter = {"invalid"};
  selections[1].tier = Tier::kSmoke;
  selections[2].edition = Edition::kZh;
  selections[3].profiles = {"good"};
  selections[4].modes = {Mode::kEager};
  selections[5].shard_count = 2;
  selections[5].shard_index = shard_of("toy/invalid/float32/a", 2);
  selections[6].only.emplace().insert({"toy/invalid/float32/a", "eager"});
  settings_.failed_in = "earlier.jsonl";
  for (std::size_t i = 0; i < selections.size(); ++i) {
    settings_.selection = selections[i];
    const Results plain = run({}), with_waivers = run({file_});
    EXPECT_EQ(text_of(waived(plain, {file_})), text_of(with_waivers)) << i;
  }
}

TEST_F(Waive, ReportsTheSameAsTheRun) {
  write_waivers();
  Results plain = run({});
  settings_.waivers = {file_};
  const RunReport of_run = run_conformance(settings_, {});
  const RunReport report = apply_waivers(plain, settings_.out, {file_}, vectors_.directory());
  EXPECT_EQ(report.summary.counts(), of_run.summary.counts());
  EXPECT_EQ(report.waivers.size(), of_run.waivers.size());
  EXPECT_EQ(verdict_of(facts_of(report)).title, verdict_of(facts_of(of_run)).title);
  EXPECT_EQ(verdict_of(facts_of(report)).limits, verdict_of(facts_of(of_run)).limits);
}

TEST_F(Waive, GoesByTheDayOnWhichTheRunBegan) {
  write_text(file_,
             "waivers:\n- {cases: [invalid], outcomes: [error], reason: r, expires: 2020-01-01}\n");
  Results results = run({});
  EXPECT_EQ(waived(results, {file_}).footer->counts.count("waived"), 0u);
  results.header.started.replace(0, 4, "2019");
  EXPECT_EQ(waived(results, {file_}).footer->counts.at("waived"), 2);
}

TEST_F(Waive, RunThatWasCutShortStaysSoAndContinuesWithTheWaivers) {
  write_waivers();
  const Results whole = run({file_});
  Results part = run({});
  part.footer.reset();
  part.cases.pop_back();
  part = waived(part, {file_});
  EXPECT_FALSE(part.footer);
  std::string text = to_line(part.header) + "\n";
  for (const CaseResult& result : part.cases) text += to_line(result) + "\n";
  write_text(settings_.out, text);
  settings_.earlier = EarlierResults::kContinue;
  EXPECT_EQ(text_of(run({file_})), text_of(whole));
}

TEST_F(Waive, OtherVectorsAreRefused) {
  write_waivers();
  Results results = run({});
  results.header.vectors_hash = "0123";
  EXPECT_THAT(problem(results), HasSubstr("the run used other vectors"));
}

TEST_F(Waive, UnknownModeIsRefused) {
  write_waivers();
  Results results = run({});
  results.cases[0].mode = "lazy";
  EXPECT_THAT(problem(results), HasSubstr("\"lazy\" is unknown"));
}

TEST_F(Waive, FileOfWaiversThatCannotBeReadIsRefused) {
  EXPECT_THAT(problem(run({})), HasSubstr("w.yaml"));
}

}  // namespace
}  // namespace kassay::runner::waive_test
