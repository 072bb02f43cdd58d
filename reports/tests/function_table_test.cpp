#include "reports/function_table.h"

#include <gtest/gtest.h>

#include "reports/tests/samples.h"

namespace kassay::reports::function_table_test {
namespace {

CaseResult of(const std::string& function, const std::string& name, Outcome outcome) {
  CaseResult result = sample_result("toy/" + function + "/float32/" + name, outcome);
  result.function = function;
  return result;
}

std::vector<std::string> names_of(const std::vector<FunctionRow>& rows) {
  std::vector<std::string> names;
  for (const FunctionRow& row : rows) names.push_back(row.name);
  return names;
}

TEST(FunctionTable, WorstFirst) {
  const auto rows = functions_worst_first(
      sample_report({of("abs", "1", Outcome::kPass), of("cos", "1", Outcome::kUnsupported),
                     of("dot", "1", Outcome::kFail), of("elu", "1", Outcome::kFail),
                     of("elu", "2", Outcome::kCrash), of("acos", "1", Outcome::kPass)}));
  EXPECT_EQ(names_of(rows), (std::vector<std::string>{"elu", "dot", "cos", "abs", "acos"}));
  EXPECT_EQ(rows[0].category, "toy");
  EXPECT_FALSE(rows[2].all_passed());
  EXPECT_TRUE(rows[3].all_passed());
  EXPECT_TRUE(rows[2].all_unsupported());
  EXPECT_FALSE(rows[3].all_unsupported());
}

TEST(FunctionTable, RunsStandSideBySide) {
  const auto rows =
      functions_worst_first(sample_report({sample_results({of("abs", "1", Outcome::kPass)}),
                                           sample_results({of("dot", "1", Outcome::kFail)})}));
  EXPECT_EQ(names_of(rows), (std::vector<std::string>{"dot", "abs"}));
  EXPECT_EQ(rows[0].runs[0].total(), 0);
  EXPECT_EQ(rows[0].runs[1].against(), 1);
}

TEST(FunctionTable, CountsAsText) {
  FunctionCounts counts;
  EXPECT_EQ(counts_text(counts), "-");
  counts.counts[severity_rank(Outcome::kPass)] = 1328;
  EXPECT_EQ(counts_text(counts), "pass");
  counts.counts[severity_rank(Outcome::kFail)] = 9;
  counts.counts[severity_rank(Outcome::kCrash)] = 3;
  EXPECT_EQ(counts_text(counts), "3 crash, 9 fail of 1,340");
  counts = {};
  counts.counts[severity_rank(Outcome::kUnsupported)] = 2;
  EXPECT_EQ(counts_text(counts), "unsupported");
}

TEST(FunctionTable, AcceptedReadingsPass) {
  const auto rows = functions_worst_first(
      sample_report({of("abs", "1", Outcome::kPass), of("abs", "2", Outcome::kPassAccepted)}));
  EXPECT_TRUE(rows[0].all_passed());
  EXPECT_EQ(counts_text(rows[0].runs[0]), "1 pass-accepted of 2");
}

}  // namespace
}  // namespace kassay::reports::function_table_test
