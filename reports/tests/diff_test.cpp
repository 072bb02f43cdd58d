#include "reports/diff/diff.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "reports/diff/comparison.h"
#include "reports/diff/json.h"
#include "reports/diff/page.h"
#include "reports/tests/samples.h"
#include "spec/lib/error.h"
#include "spec/lib/result_lines.h"

namespace kassay::reports::diff_test {
namespace {

constexpr char kCase[] = "activation/softmax/float32/value";

Results one_result(Outcome outcome, double margin = 0.25) {
  CaseResult result = sample_result(kCase, outcome);
  result.margin = margin;
  return sample_results({result});
}

// The kind of the only change, or "same".
std::string_view change(const Results& old, const Results& now, double factor = kMarginFactor) {
  const Diff diff = diff_results(old, now, factor);
  EXPECT_EQ(diff.changes.size() + static_cast<std::size_t>(diff.same), 1u);
  return diff.changes.empty() ? "same" : change_name(diff.changes[0].kind);
}
std::string_view change(Outcome old, Outcome now) {
  return change(one_result(old), one_result(now));
}

// The only change between runs of the specification 1.0.0 and 1.1.0, which did this to kCase.
Change change_of_case(CaseChangeKind kind, Results old, Results now) {
  old.header.specification_version = "1.0.0";
  now.header.specification_version = "1.1.0";
  const Diff diff =
      diff_results(old, now, kMarginFactor, {{"1.1.0", kind, {kCase}, "It asked too much."}});
  EXPECT_EQ(diff.changes.size(), 1u);
  EXPECT_FALSE(diff.worse());
  return diff.changes.at(0);
}

const HeaderDifference* find_field(const Diff& diff, const std::string& field) {
  for (const HeaderDifference& difference : diff.header) {
    if (difference.field == field) return &difference;
  }
  return nullptr;
}

TEST(Diff, EqualRunsHaveNoChange) {
  const Results results = one_result(Outcome::kPass);
  const Diff diff = diff_results(results, results);
  EXPECT_TRUE(diff.changes.empty());
  EXPECT_TRUE(diff.header.empty());
  EXPECT_TRUE(diff.notices.empty());
  EXPECT_EQ(diff.same, 1);
  EXPECT_FALSE(diff.worse());
}

TEST(Diff, WrongAfterAnythingThatWasNotIsBroken) {
  for (const Outcome old : {Outcome::kPass, Outcome::kPassAccepted, Outcome::kUnexpectedPass,
                            Outcome::kUnsupported, Outcome::kWaived}) {
    for (const Outcome now : {Outcome::kFail, Outcome::kError, Outcome::kCrash, Outcome::kTimeout,
                              Outcome::kOutOfMemory}) {
      EXPECT_EQ(change(old, now), "broken") << outcome_name(old) << " " << outcome_name(now);
    }
  }
}

TEST(Diff, WhatWasNotRunHasNoResult) {
  EXPECT_EQ(change(Outcome::kPass, Outcome::kNotRun), "gone");
  EXPECT_EQ(change(Outcome::kPassAccepted, Outcome::kNotRun), "gone");
  for (const Outcome old : {Outcome::kFail, Outcome::kUnsupported, Outcome::kWaived}) {
    EXPECT_EQ(change(old, Outcome::kNotRun), "changed") << outcome_name(old);
  }
  for (const Outcome now : {Outcome::kPass, Outcome::kFail, Outcome::kUnsupported}) {
    EXPECT_EQ(change(Outcome::kNotRun, now), "new") << outcome_name(now);
  }
  EXPECT_EQ(change(Outcome::kNotRun, Outcome::kNotRun), "same");
}

TEST(Diff, RightAfterAnythingThatWasNotIsFixed) {
  for (const Outcome old :
       {Outcome::kFail, Outcome::kCrash, Outcome::kUnsupported, Outcome::kWaived}) {
    EXPECT_EQ(change(old, Outcome::kPass), "fixed") << outcome_name(old);
    EXPECT_EQ(change(old, Outcome::kPassAccepted), "fixed") << outcome_name(old);
  }
}

TEST(Diff, PassThatAWaiverDidNotExpectIsFixed) {
  EXPECT_EQ(change(Outcome::kWaived, Outcome::kUnexpectedPass), "fixed");
}

TEST(Diff, UnsupportedAfterRightIsLostSupport) {
  EXPECT_EQ(change(Outcome::kPass, Outcome::kUnsupported), "lost-support");
}

TEST(Diff, UnsupportedAfterWrongLosesNothing) {
  EXPECT_EQ(change(Outcome::kCrash, Outcome::kUnsupported), "changed");
}

TEST(Diff, WaivedIsToldWhateverItWas) {
  for (const Outcome old : {Outcome::kPass, Outcome::kFail, Outcome::kUnsupported}) {
    EXPECT_EQ(change(old, Outcome::kWaived), "waived") << outcome_name(old);
  }
}

TEST(Diff, WrongInAnotherWayIsChanged) {
  EXPECT_EQ(change(Outcome::kFail, Outcome::kCrash), "changed");
}

TEST(Diff, RightInAnotherWayIsChanged) {
  EXPECT_EQ(change(Outcome::kPass, Outcome::kPassAccepted), "changed");
  EXPECT_EQ(change(Outcome::kUnexpectedPass, Outcome::kPass), "changed");
  // Its margin is that of another reading.
  EXPECT_EQ(change(one_result(Outcome::kPass, 0.1), one_result(Outcome::kPassAccepted, 0.9)),
            "changed");
}

TEST(Diff, ResultOfOneRunOnlyIsGoneOrNew) {
  const Results none = sample_results({});
  EXPECT_EQ(change(one_result(Outcome::kPass), none), "gone");
  EXPECT_EQ(change(none, one_result(Outcome::kFail)), "new");
}

TEST(Diff, ModesOfACaseAreApart) {
  CaseResult eager = sample_result(kCase, Outcome::kPass), function = eager;
  function.mode = "function";
  const Diff diff = diff_results(sample_results({eager}), sample_results({function}));
  EXPECT_EQ(diff.count(ChangeKind::kGone), 1);
  EXPECT_EQ(diff.count(ChangeKind::kNew), 1);
}

TEST(Diff, MarginMustGrowByMoreThanTheFactor) {
  EXPECT_EQ(change(one_result(Outcome::kPass, 0.25), one_result(Outcome::kPass, 0.5)), "same");
  EXPECT_EQ(change(one_result(Outcome::kPass, 0.25), one_result(Outcome::kPass, 0.51)),
            "margin-grown");
  EXPECT_EQ(change(one_result(Outcome::kPass, 0.25), one_result(Outcome::kPass, 0.51), 3), "same");
}

TEST(Diff, SmallMarginsCountAsTheLeastOne) {
  EXPECT_EQ(change(one_result(Outcome::kPass, 0), one_result(Outcome::kPass, 0.02)), "same");
  EXPECT_EQ(change(one_result(Outcome::kPass, 0), one_result(Outcome::kPass, 0.021)),
            "margin-grown");
}

TEST(Diff, MarginOfAFailureIsNoMatter) {
  EXPECT_EQ(change(one_result(Outcome::kFail, 2), one_result(Outcome::kFail, 200)), "same");
}

TEST(Diff, WorseAreBrokenLostAndGone) {
  EXPECT_TRUE(diff_results(one_result(Outcome::kPass), one_result(Outcome::kFail)).worse());
  EXPECT_TRUE(diff_results(one_result(Outcome::kPass), one_result(Outcome::kUnsupported)).worse());
  EXPECT_TRUE(diff_results(one_result(Outcome::kPass), sample_results({})).worse());
  EXPECT_FALSE(diff_results(one_result(Outcome::kPass), one_result(Outcome::kWaived)).worse());
  EXPECT_FALSE(diff_results(one_result(Outcome::kPass, 0.1), one_result(Outcome::kPass)).worse());
  EXPECT_FALSE(diff_results(one_result(Outcome::kFail), one_result(Outcome::kCrash)).worse());
}

TEST(Diff, ResultOfARetiredCaseIsRetired) {
  const Change change =
      change_of_case(CaseChangeKind::kRetired, one_result(Outcome::kPass), sample_results({}));
  EXPECT_EQ(change.kind, ChangeKind::kRetired);
  EXPECT_EQ(change.note, "retired in specification 1.1.0: It asked too much.");
}

TEST(Diff, WrongResultOfAChangedCaseIsRevised) {
  const Change change = change_of_case(CaseChangeKind::kChanged, one_result(Outcome::kPass),
                                       one_result(Outcome::kFail));
  EXPECT_EQ(change.kind, ChangeKind::kRevised);
  EXPECT_EQ(change.note, "changed in specification 1.1.0: It asked too much.");
}

TEST(Diff, ModeThatAChangedCaseLostIsRevised) {
  CaseResult gradient = sample_result(kCase, Outcome::kPass);
  gradient.mode = "gradient";
  const CaseResult eager = sample_result(kCase, Outcome::kPass);
  EXPECT_EQ(change_of_case(CaseChangeKind::kChanged, sample_results({eager, gradient}),
                           sample_results({eager}))
                .kind,
            ChangeKind::kRevised);
}

TEST(Diff, ChangedCaseThatWasNotRunIsGone) {
  Results old = one_result(Outcome::kPass), now = sample_results({});
  old.header.specification_version = "1.0.0";
  now.header.specification_version = "1.1.0";
  const Diff diff =
      diff_results(old, now, kMarginFactor,
                   {{"1.1.0", CaseChangeKind::kChanged, {kCase}, "It asked too much."}});
  EXPECT_EQ(diff.count(ChangeKind::kGone), 1);
}

TEST(Diff, MarginOfAChangedCaseIsRevised) {
  EXPECT_EQ(change_of_case(CaseChangeKind::kChanged, one_result(Outcome::kPass, 0.1),
                           one_result(Outcome::kPass, 0.9))
                .kind,
            ChangeKind::kRevised);
}

TEST(Diff, ChangesOfOtherCasesExcuseNothing) {
  Results old = one_result(Outcome::kPass), now = one_result(Outcome::kFail);
  now.header.specification_version = "1.1.0";
  const Diff diff = diff_results(old, now, kMarginFactor,
                                 {{"1.1.0", CaseChangeKind::kChanged, {"a/b/c"}, "Why."}});
  EXPECT_EQ(diff.count(ChangeKind::kBroken), 1);
}

TEST(Diff, ChangesOfNoLaterVersionExcuseNothing) {
  Results old = one_result(Outcome::kPass), now = one_result(Outcome::kFail);
  old.header.specification_version = now.header.specification_version = "1.1.0";
  const Diff diff =
      diff_results(old, now, kMarginFactor, {{"1.1.0", CaseChangeKind::kChanged, {kCase}, "Why."}});
  EXPECT_EQ(diff.count(ChangeKind::kBroken), 1);
}

TEST(Diff, WorstOfRepeatedResultsCounts) {
  const Results twice =
      sample_results({sample_result(kCase, Outcome::kFail), sample_result(kCase, Outcome::kPass)});
  EXPECT_EQ(change(one_result(Outcome::kPass), twice), "broken");
}

TEST(Diff, ChangesAreSortedByKindThenCase) {
  const Results old =
      sample_results({sample_result("b", Outcome::kPass), sample_result("a", Outcome::kFail),
                      sample_result("c", Outcome::kPass)});
  const Results now =
      sample_results({sample_result("c", Outcome::kFail), sample_result("a", Outcome::kPass),
                      sample_result("b", Outcome::kFail)});
  const Diff diff = diff_results(old, now);
  ASSERT_EQ(diff.changes.size(), 3u);
  EXPECT_EQ(diff.changes[0].either().case_id, "b");
  EXPECT_EQ(diff.changes[1].either().case_id, "c");
  EXPECT_EQ(diff.changes[2].either().case_id, "a");
}

TEST(Diff, OtherVectorsAreSaid) {
  const Results old = one_result(Outcome::kPass);
  Results now = old;
  now.header.vectors_hash = "other";
  const Diff diff = diff_results(old, now);
  ASSERT_NE(find_field(diff, "vectors"), nullptr);
  EXPECT_NE(find_field(diff, "vectors")->meaning, "");
  EXPECT_EQ(diff.header.size(), 1u);
}

TEST(Diff, AnotherEditionIsSaid) {
  const Results old = one_result(Outcome::kPass);
  Results now = old;
  now.header.edition = "zh";
  const Diff diff = diff_results(old, now);
  ASSERT_NE(find_field(diff, "edition"), nullptr);
  EXPECT_EQ(find_field(diff, "edition")->old, "ko");
  EXPECT_EQ(find_field(diff, "edition")->now, "zh");
}

TEST(Diff, RunThatWasCutShortIsSaid) {
  Results old = one_result(Outcome::kPass);
  old.footer.reset();
  const Diff diff = diff_results(old, one_result(Outcome::kPass));
  ASSERT_EQ(diff.notices.size(), 1u);
  EXPECT_NE(diff.notices[0].find("The old run was cut short"), std::string::npos);
}

TEST(Diff, EveryKindHasANameAndAMeaning) {
  for (const ChangeKind kind : kChangeKinds) {
    EXPECT_NE(change_name(kind), "");
    EXPECT_NE(change_meaning(kind), "");
  }
}

class ComparedFiles : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = testing::TempDir() + "kassay_diff_" + test->name() + "_" + std::to_string(getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const Results& results) {
    std::ofstream file(folder_ + "/" + name, std::ios::binary);
    file << to_line(results.header) << '\n';
    for (const CaseResult& result : results.cases) file << to_line(result) << '\n';
    if (results.footer) file << to_line(*results.footer) << '\n';
    return folder_ + "/" + name;
  }
  // Of vectors whose version, 1.1.0, retired the case.
  void write_manifest() const {
    std::ofstream(folder_ + "/manifest.json") << nlohmann::json(
        {{"format", 1},
         {"version", "1.1.0"},
         {"changes",
          {{{"version", "1.1.0"}, {"kind", "retired"}, {"cases", {kCase}}, {"reason", "Why."}}}},
         {"specification", std::string(64, 'a')},
         {"functions", nlohmann::json::object()}});
  }
  static Results shard(int index, const std::string& case_id) {
    Results results = sample_results({sample_result(case_id, Outcome::kPass)});
    results.header.shard_index = index;
    results.header.shard_count = 2;
    return results;
  }

  std::string folder_;
};

TEST_F(ComparedFiles, ShardsOfARunAreOneRun) {
  const Results whole =
      sample_results({sample_result("a", Outcome::kPass), sample_result("b", Outcome::kPass)});
  const RunComparison comparison = compare_runs(
      {write("old", whole)}, {write("1", shard(1, "a")), write("2", shard(2, "b"))}, {});
  EXPECT_TRUE(comparison.diff.changes.empty());
  EXPECT_TRUE(comparison.diff.header.empty());
  EXPECT_EQ(comparison.diff.same, 2);
}

TEST_F(ComparedFiles, ShardThatIsMissingIsSaid) {
  const std::string file = write("1", shard(1, "a"));
  const RunComparison comparison = compare_runs(
      {write("old", sample_results({sample_result("a", Outcome::kPass)}))}, {file}, {});
  EXPECT_NE(find_field(comparison.diff, "shard"), nullptr);
}

TEST_F(ComparedFiles, FilesOfTwoRunsAreNotOne) {
  Results other = shard(2, "b");
  other.header.backend_version = "9";
  const std::vector<std::string> files = {write("1", shard(1, "a")), write("2", other)};
  try {
    compare_runs(files, files, {});
    FAIL() << "two runs passed for one";
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find(files[1]), std::string::npos);
  }
}

TEST_F(ComparedFiles, OnlyWhatIsCommonOnRequest) {
  const std::string old = write("old", sample_results({sample_result("a", Outcome::kPass)}));
  const std::string now = write("new", sample_results({sample_result("b", Outcome::kPass)}));
  const RunComparison comparison = compare_runs({old}, {now}, {.common = true});
  EXPECT_TRUE(comparison.diff.changes.empty());
  EXPECT_FALSE(comparison.diff.worse());
  EXPECT_EQ(comparison.diff.notices.size(), 1u);
}

TEST_F(ComparedFiles, VectorsSayWhatTheSpecificationRetired) {
  Results now = sample_results({});
  now.header.specification_version = "1.1.0";
  write_manifest();
  const RunComparison comparison = compare_runs({write("old", one_result(Outcome::kPass))},
                                                {write("new", now)}, {.vectors = folder_});
  EXPECT_EQ(comparison.diff.count(ChangeKind::kRetired), 1);
  EXPECT_TRUE(comparison.diff.notices.empty());
  const auto json = nlohmann::json::parse(diff_json(comparison));
  EXPECT_EQ(json.at("changes").at(0).at("note"), "retired in specification 1.1.0: Why.");
}

TEST_F(ComparedFiles, ListThatEndsBeforeTheLaterVersionIsNotUsed) {
  Results now = sample_results({});
  now.header.specification_version = "2.0.0";
  write_manifest();
  const RunComparison comparison = compare_runs({write("old", one_result(Outcome::kPass))},
                                                {write("new", now)}, {.vectors = folder_});
  EXPECT_EQ(comparison.diff.count(ChangeKind::kGone), 1);
  EXPECT_EQ(comparison.diff.notices.size(), 1u);
}

TEST_F(ComparedFiles, WithoutVectorsOfTheLaterVersionThatIsSaid) {
  Results now = sample_results({});
  now.header.specification_version = "1.1.0";
  const RunComparison comparison = compare_runs({write("old", one_result(Outcome::kPass))},
                                                {write("new", now)}, {.vectors = folder_});
  EXPECT_EQ(comparison.diff.count(ChangeKind::kGone), 1);
  ASSERT_EQ(comparison.diff.notices.size(), 1u);
  EXPECT_NE(comparison.diff.notices[0].find("is not known"), std::string::npos);
}

TEST_F(ComparedFiles, JsonTellsBothSides) {
  CaseResult failing = sample_result(kCase, Outcome::kFail, "wrong \x1b[31m");
  failing.margin = std::numeric_limits<double>::infinity();
  const std::string old = write("old", one_result(Outcome::kPass));
  const std::string now = write("new", sample_results({failing}));
  const auto json = nlohmann::json::parse(diff_json(compare_runs({old}, {now}, {})));
  const auto& change = json.at("changes").at(0);
  EXPECT_EQ(change.at("kind"), "broken");
  EXPECT_EQ(change.at("old").at("outcome"), "pass");
  EXPECT_EQ(change.at("new").at("margin"), "inf");
  EXPECT_EQ(change.at("new").at("message"), "wrong \\u{001B}[31m");
  EXPECT_EQ(json.at("worse"), true);
  EXPECT_EQ(json.at("kinds").at(0).at("count"), 1);
}

TEST_F(ComparedFiles, JsonHasTheCauseOfEachChange) {
  CaseResult error = sample_result(kCase, Outcome::kError, "no axis 7");
  const std::string wrong = write("new", sample_results({error}));
  const std::string right = write("old", one_result(Outcome::kPass));
  const auto cause = [](const std::string& old, const std::string& now) {
    const auto json = nlohmann::json::parse(diff_json(compare_runs({old}, {now}, {})));
    return json.at("changes").at(0).at("cause").get<std::string>();
  };
  EXPECT_EQ(cause(right, wrong), "no axis …");
  EXPECT_EQ(cause(wrong, right), "no axis …");  // why it was wrong before
  EXPECT_EQ(cause(right, write("none", sample_results({}))), "");
}

TEST_F(ComparedFiles, PageShowsHostileTextAsText) {
  const std::string hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
  Results old = one_result(Outcome::kPass), now = old;
  now.cases[0].outcome = Outcome::kFail;
  const auto page_of = [&](const Results& results) {
    return diff_page(compare_runs({write("old", old)}, {write("new", results)}, {}));
  };
  const auto count = [](const std::string& page, const std::string& text) {
    int found = 0;
    for (std::size_t at = 0; (at = page.find(text, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  const std::string plain = page_of(now);
  now.header.backend_name = now.header.backend_version = now.cases[0].message = hostile;
  now.header.vectors_hash = hostile;
  const std::string page = page_of(now);
  EXPECT_EQ(count(page, "<script"), count(plain, "<script"));
  EXPECT_EQ(count(page, "</script"), count(plain, "</script"));
  EXPECT_EQ(count(page, "<img"), 0);
  EXPECT_NE(page.find("alert(1)"), std::string::npos);
}

TEST_F(ComparedFiles, PageWithoutScriptTellsTheCounts) {
  const std::string page = diff_page(compare_runs({write("old", one_result(Outcome::kPass))},
                                                  {write("new", one_result(Outcome::kFail))}, {}));
  EXPECT_NE(page.find("<h1>What changed</h1>"), std::string::npos);
  EXPECT_NE(page.find("<li>1 broken: now wrong, but not before</li>"), std::string::npos);
}

}  // namespace
}  // namespace kassay::reports::diff_test
