#include "reports/report.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "reports/html/html.h"
#include "reports/html/page_data.h"
#include "reports/summary.h"
#include "reports/tests/samples.h"
#include "spec/lib/error.h"
#include "spec/lib/result_lines.h"
#include "spec/lib/sha256.h"

namespace kassay::reports::report_test {
namespace {

using Json = nlohmann::json;

constexpr char kCase[] = "activation/softmax/float32/value";

constexpr char kSpecification[] = R"json({
  "format": 1,
  "editions": [{"id": "ko", "documents": [{"file": "backend.md"}]}],
  "decisions": [{"id": "D-1", "title": "One distribution", "functions": ["softmax"],
                 "documents": "silent", "backends": "differ", "choice": "one", "reason": "r"}],
  "functions": [{
    "function": "softmax", "category": "activation", "summary": "Exponentials.",
    "sources": {"ko": "softmax"}, "signatures": {"ko": "(x, axis=-1)"}, "readings": [],
    "clauses": [{"id": "softmax.value", "text": "The value.",
                 "source": [{"edition": "ko", "entry": "softmax", "parts": ["returns"]}],
                 "editions": ["ko"], "raises": []},
                {"id": "softmax.rank-1", "text": "One.", "decision": "D-1",
                 "editions": ["ko"], "raises": []}]}]})json";

constexpr char kCases[] = R"json({"format": 1, "function": "softmax", "cases": [{
  "id": "activation/softmax/float32/value", "tier": "core", "dtype": "float32",
  "editions": ["ko"], "clauses": ["softmax.value"], "inputs": {},
  "modes": ["eager"],
  "program": {"calls": [{"let": ["y"], "call": "softmax", "args": [1]}], "return": ["y"]},
  "expect": {"outputs": [{"kind": "value", "value": 1}]}, "readings": []}]})json";

bool mentions(const std::vector<std::string>& texts, const std::string& words) {
  for (const std::string& text : texts) {
    if (text.find(words) != std::string::npos) return true;
  }
  return false;
}

// A vectors directory with one function of one case, and a results file beside it.
class Files : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = testing::TempDir() + "kassay_report_" + test->name() + "_" + std::to_string(getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& contents) {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << contents;
    return folder_ + "/" + name;
  }

  // Returns the results of a run on exactly these vectors.
  Results write_vectors() {
    const std::string specification = Json::parse(kSpecification).dump();
    const std::string cases = Json::parse(kCases).dump();
    const std::string tensors = std::string("\x08\0\0\0\0\0\0\0", 8) + "{}      ";
    const std::string manifest =
        Json(
            {{"format", 1},
             {"specification", sha256(specification)},
             {"functions",
              {{"softmax",
                {{"category", "activation"},
                 {"cases", {{"smoke", 0}, {"core", 1}, {"full", 1}}},
                 {"files",
                  {{"softmax.json", sha256(cases)}, {"softmax.safetensors", sha256(tensors)}}}}}}}})
            .dump();
    write("specification.json", specification);
    write("softmax.json", cases);
    write("softmax.safetensors", tensors);
    write("manifest.json", manifest);
    Results results = sample_results({sample_result(kCase, Outcome::kPass)});
    results.header.specification_hash = sha256(specification);
    results.header.vectors_hash = sha256(manifest);
    return results;
  }

  Report report_of(const Results& results) {
    return make_report({{"", {"run.jsonl"}, results}}, folder_);
  }

  std::string folder_;
};

TEST_F(Files, CasesAreJoinedWithTheirClausesAndDecisions) {
  const Report report = report_of(write_vectors());
  EXPECT_TRUE(report.notices.empty());
  const Json data = Json::parse(page_data(report));
  const Json& set = data["clauseSets"][data["cases"]["clauses"][0].get<std::size_t>()];
  ASSERT_EQ(set.size(), 1u);
  EXPECT_EQ(data["clauses"][set[0].get<std::size_t>()]["text"], "The value.");
  EXPECT_EQ(data["clauses"][1]["decision"], "D-1");
  EXPECT_EQ(data["decisions"][0]["title"], "One distribution");
  EXPECT_EQ(data["functions"][0]["signatures"]["ko"], "(x, axis=-1)");
}

TEST_F(Files, FailedCaseHasItsProgramAndExpectedOutput) {
  Results results = write_vectors();
  results.cases[0].outcome = Outcome::kFail;
  const Report report = report_of(results);
  const ReportCase& known = report.cases.at(kCase);
  EXPECT_EQ(known.program, "y = K.softmax(1)\nreturn y\n");
  ASSERT_TRUE(known.values);
  EXPECT_EQ(known.values->expected.at(0).elements, std::vector<std::string>{"1"});
  const Json data = Json::parse(page_data(report));
  EXPECT_EQ(data["strings"][data["cases"]["program"][0].get<std::size_t>()],
            "y = K.softmax(1)\nreturn y\n");
  EXPECT_EQ(data["cases"]["values"][0]["expected"], Json::parse(R"(["1"])"));
}

TEST_F(Files, PassedCaseHasNoValues) {
  EXPECT_FALSE(report_of(write_vectors()).cases.at(kCase).values);
}

TEST_F(Files, MissingVectorsAreNoticedAndTheReportIsMade) {
  const Report report = report_of(sample_results({sample_result(kCase, Outcome::kFail)}));
  EXPECT_FALSE(report.specification);
  EXPECT_TRUE(mentions(report.notices, "manifest.json"));
  EXPECT_NE(html_report(report).find("1 fail"), std::string::npos);
}

TEST_F(Files, VectorsOfAnotherHashAreNoticed) {
  Results results = write_vectors();
  results.header.vectors_hash = std::string(64, 'a');
  EXPECT_TRUE(mentions(report_of(results).notices, "ran vectors aaaaaaaaaaaa"));
}

TEST_F(Files, SpecificationOfAnotherHashIsNoticed) {
  Results results = write_vectors();
  results.header.specification_hash = std::string(64, 'b');
  EXPECT_TRUE(mentions(report_of(results).notices, "judged by specification bbbbbbbbbbbb"));
}

TEST_F(Files, AlteredCasesAreNoticed) {
  const Results results = write_vectors();
  write("softmax.json", "{}");
  EXPECT_TRUE(mentions(report_of(results).notices, "softmax.json"));
}

TEST_F(Files, CaseThatTheVectorsLackIsNoticed) {
  Results results = write_vectors();
  results.cases[0].case_id = "activation/softmax/float32/unknown";
  EXPECT_TRUE(mentions(report_of(results).notices, "activation/softmax/float32/unknown"));
}

TEST_F(Files, ResultsCutInTheMiddleOfALineAreATruncatedRun) {
  const Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  const std::string lines = to_line(results.header) + "\n" + to_line(results.cases[0]) + "\n";
  const std::string file = write("cut.jsonl", lines + to_line(*results.footer).substr(0, 9));
  const Report report = read_report({file}, folder_);
  ASSERT_EQ(report.runs[0].results.cases.size(), 1u);
  EXPECT_FALSE(summarize(report.runs[0].results).verdict.complete);
}

TEST_F(Files, DamagedLineIsAnErrorThatNamesFileAndLine) {
  const Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  const std::string file = write("damaged.jsonl", to_line(results.header) + "\n{\"case\": 1]\n" +
                                                      to_line(*results.footer) + "\n");
  try {
    read_report({file}, folder_);
    FAIL() << "a damaged line was accepted";
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find("damaged.jsonl"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("line 2"), std::string::npos) << error.what();
  }
}

Results shard(int index, int count, Outcome outcome) {
  Results results = sample_results({sample_result(kCase + std::to_string(index), outcome)});
  results.header.shard_index = index;
  results.header.shard_count = count;
  results.header.machine_cpu = "cpu " + std::to_string(index);
  return results;
}

TEST(Shards, AllShardsOfARunBecomeOneWholeRun) {
  const Report report = sample_report({shard(2, 2, Outcome::kPass), shard(1, 2, Outcome::kPass)});
  ASSERT_EQ(report.runs.size(), 1u);
  EXPECT_EQ(report.runs[0].files, (std::vector<std::string>{"run0.jsonl", "run1.jsonl"}));
  const RunSummary summary = summarize(report.runs[0].results);
  EXPECT_EQ(summary.verdict.claim, Claim::kConformant);
  EXPECT_EQ(summary.counts[severity_rank(Outcome::kPass)], 2);
}

TEST(Shards, AProfileOfWhichAShardLeftSomethingOutStaysIncomplete) {
  std::vector<Results> shards = {shard(1, 2, Outcome::kPass), shard(2, 2, Outcome::kNotRun)};
  for (Results& each : shards) each.footer->profiles["small"] = ProfileVerdict::kIncomplete;
  for (Results& each : shards) each.footer->standings["small"] = {};
  const auto verdict = [&] {
    return sample_report(shards).runs.at(0).results.footer->profiles.at("small");
  };
  EXPECT_EQ(verdict(), ProfileVerdict::kPass);
  shards[1].footer->standings["small"].not_run = {"softmax"};
  EXPECT_EQ(verdict(), ProfileVerdict::kIncomplete);
}

TEST(Shards, UsesOfAWaiverAreAdded) {
  std::vector<Results> shards = {shard(1, 2, Outcome::kPass), shard(2, 2, Outcome::kWaived)};
  for (Results& each : shards) each.header.waivers = {{"known.yaml", std::string(64, 'a')}};
  shards[0].footer->waivers = {{.waiver = "known.yaml:2", .note = ""}};
  shards[1].footer->waivers = {
      {.waiver = "known.yaml:2", .status = WaiverStatus::kUsed, .waived = 1, .note = ""}};
  const Report report = sample_report(shards);
  ASSERT_EQ(report.runs.size(), 1u);
  const WaiverUse& use = report.runs[0].results.footer->waivers.at(0);
  EXPECT_EQ(use.status, WaiverStatus::kUsed);
  EXPECT_EQ(use.waived, 1);
  shards[1].header.waivers.clear();
  EXPECT_EQ(sample_report(shards).runs.size(), 2u);
}

// A profile that the shard does not fail, and one that it does, or not.
Results shard_with_profiles(int index, ProfileVerdict random) {
  Results results = shard(index, 2, Outcome::kPass);
  results.footer->profiles = {{"minimal", ProfileVerdict::kIncomplete}, {"random", random}};
  return results;
}

TEST(Shards, AllShardsPassAProfileTogether) {
  const Report report = sample_report({shard_with_profiles(1, ProfileVerdict::kIncomplete),
                                       shard_with_profiles(2, ProfileVerdict::kFail)});
  const std::map<std::string, ProfileVerdict> together = {{"minimal", ProfileVerdict::kPass},
                                                          {"random", ProfileVerdict::kFail}};
  EXPECT_EQ(report.runs.at(0).results.footer->profiles, together);
}

TEST(Shards, WorstEndOfAProfileIsThatOfAll) {
  using enum ProfileVerdict;
  for (const auto& [one, other, together] :
       {std::tuple{kIncomplete, kLacking, kLacking}, std::tuple{kLacking, kFail, kFail},
        std::tuple{kWaived, kLacking, kLacking}, std::tuple{kWaived, kIncomplete, kWaived}}) {
    const Report report =
        sample_report({shard_with_profiles(1, one), shard_with_profiles(2, other)});
    EXPECT_EQ(report.runs.at(0).results.footer->profiles.at("random"), together)
        << profile_verdict_name(one) << ", " << profile_verdict_name(other);
  }
}

TEST(Shards, StandingsAreThoseOfAllTogether) {
  std::vector<Results> shards = {shard_with_profiles(1, ProfileVerdict::kLacking),
                                 shard_with_profiles(2, ProfileVerdict::kFail)};
  shards[0].footer->standings["random"] = {
      .functions = 3, .supported = {"a"}, .lacking = {"b", "c"}};
  shards[1].footer->standings["random"] = {
      .functions = 3, .supported = {"b"}, .lacking = {"c"}, .wrong = {"b"}};
  const Report report = sample_report(shards);
  EXPECT_EQ(
      report.runs.at(0).results.footer->standings.at("random"),
      (Standing{.functions = 3, .supported = {"a", "b"}, .lacking = {"b", "c"}, .wrong = {"b"}}));
}

TEST(Shards, ShardsOfAProfilePassThatOneTogether) {
  std::vector<Results> shards = {shard_with_profiles(1, ProfileVerdict::kIncomplete),
                                 shard_with_profiles(2, ProfileVerdict::kIncomplete)};
  for (Results& each : shards) each.header.profiles = {"minimal"};
  const Report report = sample_report(shards);
  EXPECT_EQ(summarize(report.runs.at(0).results).verdict.title, "Conformant to profile minimal");
  EXPECT_EQ(report.runs[0].results.footer->profiles.at("random"), ProfileVerdict::kIncomplete);
  for (Results& each : shards) each.header.filter = {"softmax"};
  EXPECT_EQ(sample_report(shards).runs.at(0).results.footer->profiles.at("minimal"),
            ProfileVerdict::kIncomplete);
}

TEST(Shards, MissingShardIsNamedAndLeavesNoClaim) {
  const Report report = sample_report({shard(1, 3, Outcome::kPass), shard(3, 3, Outcome::kPass)});
  ASSERT_EQ(report.runs.size(), 1u);
  EXPECT_TRUE(mentions(report.notices, "missing: 2."));
  EXPECT_EQ(summarize(report.runs[0].results).verdict.claim, Claim::kNoFailure);
}

TEST(Shards, ShardCutShortLeavesTheRunCutShort) {
  Results cut = shard(2, 2, Outcome::kPass);
  cut.footer.reset();
  const Report report = sample_report({shard(1, 2, Outcome::kPass), cut});
  EXPECT_FALSE(summarize(report.runs[0].results).verdict.complete);
}

TEST(Shards, ShardsOfOtherBackendsStayApart) {
  Results other = shard(2, 2, Outcome::kPass);
  other.header.backend_argument = "python:mine";
  EXPECT_EQ(sample_report({shard(1, 2, Outcome::kPass), other}).runs.size(), 2u);
}

TEST(Shards, SameShardTwiceStaysApart) {
  EXPECT_EQ(sample_report({shard(1, 2, Outcome::kPass), shard(1, 2, Outcome::kFail)}).runs.size(),
            2u);
}

TEST(Report, RepeatedResultKeepsTheWorseAndIsNoticed) {
  for (const bool failure_first : {true, false}) {
    const CaseResult pass = sample_result(kCase, Outcome::kPass);
    const CaseResult fail = sample_result(kCase, Outcome::kFail);
    const Report report = failure_first ? sample_report({fail, pass}) : sample_report({pass, fail});
    ASSERT_EQ(report.runs[0].results.cases.size(), 1u);
    EXPECT_EQ(report.runs[0].results.cases[0].outcome, Outcome::kFail);
    EXPECT_TRUE(mentions(report.notices, "1 result for a case and mode that it already has"));
  }
}

TEST(Report, FooterThatDisagreesIsNoticed) {
  Results results = sample_results({sample_result(kCase, Outcome::kFail)});
  results.footer->counts = {{"pass", 1}};
  EXPECT_TRUE(
      mentions(sample_report(std::vector<Results>{results}).notices, "counts in the footer"));
}

TEST(Report, BackendsOfOneNameGetDifferentLabels) {
  Results newer = sample_results({sample_result(kCase, Outcome::kPass)});
  newer.header.backend_version = "1.3";
  const Results old = sample_results({sample_result(kCase, Outcome::kPass)});
  const Report report = sample_report({old, newer, old});
  EXPECT_EQ(report.runs[0].label, "reference · 1.2 · run0.jsonl");
  EXPECT_EQ(report.runs[1].label, "reference · 1.3");
  EXPECT_EQ(report.runs[2].label, "reference · 1.2 · run2.jsonl");
}

}  // namespace
}  // namespace kassay::reports::report_test
