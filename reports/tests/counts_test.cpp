#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <stdexcept>

#include "reports/counts/counts_file.h"
#include "reports/tests/samples.h"
#include "spec/lib/atomic_file.h"
#include "spec/lib/error.h"

namespace kassay::reports::counts_test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kStarted[] = "2026-01-31T12:00:00Z";

CaseResult waived(const std::string& case_id, Outcome before) {
  CaseResult result = sample_result(case_id, Outcome::kWaived);
  result.waived = Waived{before, "known", "", "waivers.yaml:1"};
  return result;
}

Results whole_run(std::vector<CaseResult> cases) {
  Results results = sample_results(std::move(cases));
  results.header.specification_version = "2.1.0";
  results.header.functions = 149;
  return results;
}

std::string text_of(const Results& results, const std::optional<RunCounts>& before = {}) {
  const Report report = sample_report(std::vector<Results>{results});
  return counts_text(report.runs.front(), report, before);
}

RunCounts read_text(const std::string& text) {
  const std::string file = testing::TempDir() + "kassay-counts.json";
  write_file(file, text);
  EXPECT_TRUE(is_counts_file(file));
  RunCounts counts = read_counts(file);
  std::remove(file.c_str());
  return counts;
}

RunCounts counts_of_run(const Results& results, const std::optional<RunCounts>& before = {}) {
  return read_text(text_of(results, before));
}

Results mixed() {
  CaseResult gradient = sample_result("a/softmax/c/2", Outcome::kError);
  gradient.mode = "gradient";
  CaseResult lacking = sample_result("a/elu/c/1", Outcome::kUnsupported);
  lacking.function = "elu";
  return whole_run({sample_result("a/softmax/c/1", Outcome::kPass), gradient, lacking});
}

TEST(Counts, SayWhatTheRunSays) {
  const Results results = mixed();
  const RunSummary of_run = summarize(results);
  const RunCounts counts = counts_of_run(results);
  EXPECT_EQ(counts.summary.counts, of_run.counts);
  EXPECT_EQ(counts.summary.standing, of_run.standing);
  EXPECT_EQ(counts.summary.verdict.title, of_run.verdict.title);
  EXPECT_EQ(counts.summary.verdict.limits, of_run.verdict.limits);
  EXPECT_EQ(counts.header.specification_version, "2.1.0");
  EXPECT_EQ(counts.functions.at("softmax").category, "a");
  EXPECT_EQ(counts.functions.at("softmax").value(), (Support{1, 1, 1}));
  EXPECT_EQ(counts.functions.at("softmax").gradient(), (Support{1, 1, 0}));
  EXPECT_EQ(counts.functions.at("elu").value(), (Support{1, 0, 0}));
  EXPECT_EQ(counts.total(), (Support{3, 2, 1}));
}

TEST(Counts, WaiversExcuseNothing) {
  Results results = whole_run(
      {waived("a/softmax/c/1", Outcome::kFail), sample_result("a/softmax/c/2", Outcome::kPass)});
  results.header.waivers = {{"waivers.yaml", std::string(64, '0')}};
  results.footer->profiles = {{"minimal", ProfileVerdict::kWaived}};
  results.footer->standings["minimal"] = {
      .functions = 1, .supported = {"softmax"}, .waived = {"softmax"}};
  const std::string text = text_of(results);
  EXPECT_THAT(text, Not(HasSubstr("waivers.yaml")));
  const RunCounts counts = read_text(text);
  EXPECT_EQ(counts.summary.verdict.claim, Claim::kNotConformant);
  EXPECT_EQ(counts.summary.standing.wrong, Standing::Names{"softmax"});
  EXPECT_EQ(counts.summary.profiles.at("minimal"), ProfileVerdict::kFail);
  EXPECT_EQ(counts.total(), (Support{2, 2, 1}));
}

TEST(Counts, HaveNothingOfTheMachineAlone) {
  Results results = mixed();
  results.header.backend_argument = "plugin:/home/me/libmine.so";
  results.header.backend_environment = {{"PYTHONPATH", "/home/me"}};
  const std::string text = text_of(results);
  EXPECT_THAT(text, HasSubstr("\"plugin:libmine.so\""));
  EXPECT_THAT(text, Not(HasSubstr("/home/me")));
}

TEST(Counts, TheRunThatIsReplacedBecomesAnEarlierOne) {
  const RunCounts first = counts_of_run(mixed());
  Results results = whole_run({sample_result("a/softmax/c/1", Outcome::kPass)});
  results.header.started = "2026-03-01T12:00:00Z";
  const RunCounts second = counts_of_run(results, first);
  ASSERT_EQ(second.earlier.size(), 1u);
  EXPECT_EQ(second.earlier.front().started, kStarted);
  EXPECT_EQ(support_of(second.earlier.front().counts), first.total());
  EXPECT_EQ(second.earlier.front().functions, 1);
  // The same run again is not an earlier one.
  EXPECT_EQ(counts_of_run(results, second).earlier.size(), 1u);
}

TEST(Counts, APartOfATierHasNone) {
  Results filtered = mixed();
  filtered.header.filter = {"softmax"};
  EXPECT_THROW(text_of(filtered), std::invalid_argument);
  Results shard = mixed();
  shard.header.shard_count = 2;
  EXPECT_THROW(text_of(shard), std::invalid_argument);
  Results cut = mixed();
  cut.footer.reset();
  EXPECT_THROW(text_of(cut), std::invalid_argument);
}

TEST(Counts, DamagedFileIsRefused) {
  const std::string text = text_of(mixed());
  EXPECT_THROW(read_text(text.substr(0, text.size() - 2)), FileError);
  EXPECT_THROW(read_text(text.substr(0, text.find('\n') + 1)), FileError);
  std::string other = text;
  other.replace(other.find("\"error\""), 7, "\"wrong\"");
  EXPECT_THROW(read_text(other), FileError);
}

}  // namespace
}  // namespace kassay::reports::counts_test
