#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/matrix/csv.h"
#include "reports/matrix/json.h"
#include "reports/matrix/markdown.h"
#include "reports/matrix/support.h"
#include "reports/tests/samples.h"

namespace kassay::reports::matrix_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

CaseResult of(const std::string& function, const std::string& name, Outcome outcome,
              const std::string& mode = "eager") {
  CaseResult result = sample_result("toy/" + function + "/" + name, outcome);
  result.function = function;
  result.mode = mode;
  return result;
}

FunctionSpecification specified(const std::string& name, const std::string& category,
                                const std::string& edition = "ko") {
  FunctionSpecification function;
  function.name = name;
  function.category = category;
  function.signatures[edition] = "(x)";
  return function;
}

// The dtype of a case is the first part of its name; the specification lists three functions.
Report specified_report(std::vector<Results> runs) {
  Report report = sample_report(std::move(runs));
  report.specification.emplace();
  report.specification->functions = {specified("tanh", "activation"), specified("abs", "toy_words"),
                                     specified("old", "toy_words", "zh")};
  for (const ReportRun& run : report.runs) {
    for (const CaseResult& result : run.results.cases) {
      const std::size_t begin = result.case_id.find('/', 4) + 1;
      report.cases[result.case_id].dtype =
          result.case_id.substr(begin, result.case_id.find('/', begin) - begin);
    }
  }
  return report;
}

Report specified_report(std::vector<CaseResult> cases) {
  return specified_report(std::vector<Results>{sample_results(std::move(cases))});
}

TEST(Support, CountsByOutcome) {
  const std::map<Outcome, Support> counts = {
      {Outcome::kPass, {1, 1, 1}},        {Outcome::kPassAccepted, {1, 1, 1}},
      {Outcome::kFail, {1, 1, 0}},        {Outcome::kError, {1, 1, 0}},
      {Outcome::kCrash, {1, 1, 0}},       {Outcome::kTimeout, {1, 1, 0}},
      {Outcome::kOutOfMemory, {1, 1, 0}}, {Outcome::kUnexpectedPass, {1, 1, 1}},
      {Outcome::kUnsupported, {1, 0, 0}}, {Outcome::kNotRun, {0, 0, 0}}};
  for (const auto& [outcome, expected] : counts) {
    Support support;
    support.add(outcome_before_waivers(of("abs", "float32/a", outcome)));
    EXPECT_EQ(support, expected) << outcome_name(outcome);
  }
}

TEST(Support, WaiverMakesNothingRight) {
  for (const auto& [outcome, expected] :
       {std::pair{Outcome::kCrash, Support{1, 1, 0}}, {Outcome::kNotRun, Support{0, 0, 0}}}) {
    CaseResult result = of("abs", "float32/a", Outcome::kWaived);
    result.waived = Waived{outcome, "known", "", "w.yaml:2"};
    Support support;
    support.add(outcome_before_waivers(result));
    EXPECT_EQ(support, expected) << outcome_name(outcome);
  }
}

TEST(Support, ValueAndGradientApartByDType) {
  const std::vector<SupportRow> rows = support_of(specified_report(
      {of("abs", "float32/a", Outcome::kPass), of("abs", "float32/a", Outcome::kPass, "dynamic"),
       of("abs", "float32/a", Outcome::kFail, "gradient"),
       of("abs", "float32/a", Outcome::kUnsupported, "second-gradient"),
       of("abs", "bool/a", Outcome::kPass, "program")}));
  const FunctionSupport& abs = rows[1].runs[0];
  EXPECT_EQ(abs.value, (SupportByDType{{DType::kBool, {1, 1, 1}}, {DType::kFloat32, {2, 2, 2}}}));
  EXPECT_EQ(abs.gradient, (SupportByDType{{DType::kFloat32, {2, 1, 0}}}));
  EXPECT_EQ(total(abs.value), (Support{3, 3, 3}));
}

TEST(Support, FunctionsAsTheSpecificationListsThem) {
  const std::vector<SupportRow> rows = support_of(specified_report(
      {of("zeta", "float32/a", Outcome::kPass), of("abs", "float32/a", Outcome::kPass),
       of("new", "float32/a", Outcome::kPass)}));
  std::vector<std::string> names;
  for (const SupportRow& row : rows) names.push_back(row.category + "/" + row.function);
  EXPECT_THAT(names, ElementsAre("activation/tanh", "toy_words/abs", "toy/new", "toy/zeta"));
  EXPECT_TRUE(rows[0].runs[0].value.empty());
}

TEST(Support, CaseThatTheVectorsLackHasNoDType) {
  const std::vector<SupportRow> rows =
      support_of(sample_report({of("abs", "float32/a", Outcome::kPass)}));
  EXPECT_EQ(rows[0].runs[0].value, (SupportByDType{{std::nullopt, {1, 1, 1}}}));
}

TEST(MatrixMarkdown, ACellForEachSituation) {
  const std::string text = matrix_markdown(specified_report(
      {of("abs", "bool/a", Outcome::kUnsupported), of("abs", "int32/a", Outcome::kPass),
       of("abs", "int32/b", Outcome::kUnsupported), of("abs", "float32/a", Outcome::kFail),
       of("abs", "float32/b", Outcome::kPass), of("abs", "float64/a", Outcome::kPass),
       of("abs", "float16/a", Outcome::kNotRun),
       of("abs", "float64/a", Outcome::kPass, "gradient")}));
  EXPECT_THAT(
      text,
      AllOf(
          HasSubstr("\n## activation\n\n| function | of | all |\n| --- | --- | --- |\n"
                    "| tanh | value | – |\n"),
          HasSubstr("\n## toy words\n\n| function | of | all | bool | int32 | float32 | float64 |\n"
                    "| --- | --- | --- | --- | --- | --- | --- |\n"
                    "| abs | value | ❌ 3/4/6 | ⚪ 0/0/1 | 🟡 1/1/2 | ❌ 1/2/2 | ✅ 1 |\n"
                    "| abs | gradient | ✅ 1 | – | – | – | ✅ 1 |\n"),
          Not(HasSubstr("old"))));
}

TEST(MatrixMarkdown, BackendsStandBelowEachOther) {
  Results second = sample_results({of("abs", "float32/a", Outcome::kFail)});
  second.header.backend_name = "mine";
  const std::string text = matrix_markdown(
      specified_report({sample_results({of("abs", "float32/a", Outcome::kPass),
                                        of("abs", "float32/a", Outcome::kPass, "gradient")}),
                        second}));
  EXPECT_THAT(text, AllOf(HasSubstr("\n| abs | <code>reference</code> | value | ✅ 1 | ✅ 1 |\n"
                                    "| abs | <code>mine</code> | value | ❌ 0/1/1 | ❌ 0/1/1 |\n"
                                    "| abs | <code>reference</code> | gradient | ✅ 1 | ✅ 1 |\n"
                                    "| abs | <code>mine</code> | gradient | – | – |\n"),
                          HasSubstr("| <code>mine</code> 1&#46;2, edition ko, tier core | ❌ **Not "
                                    "conformant** |")));
}

TEST(MatrixMarkdown, SaysWhatLimitsTheRun) {
  Results smoke = sample_results({of("abs", "float32/a", Outcome::kPass)});
  smoke.header.tier = "smoke";
  EXPECT_THAT(
      matrix_markdown(specified_report(std::vector<Results>{smoke})),
      HasSubstr("\n* <code>reference</code>: The tier is smoke, which is less than core.\n"));
}

TEST(Matrix, SameTextWheneverAndWhereverItRan) {
  Results before = sample_results(
      {of("abs", "float32/a", Outcome::kFail, "eager"), of("abs", "float32/b", Outcome::kPass)});
  Results after = before;
  after.header.started = "2031-02-03T04:05:06Z";
  after.header.machine_cpu = "another";
  after.footer->seconds = 1234;
  std::ranges::reverse(after.cases);
  for (CaseResult& result : after.cases) result.seconds = 99;
  for (const auto write : {matrix_markdown, matrix_csv, matrix_json}) {
    EXPECT_EQ(write(specified_report(std::vector<Results>{before})),
              write(specified_report(std::vector<Results>{after})));
  }
}

TEST(MatrixCsv, ALineForWhatWasTried) {
  EXPECT_EQ(matrix_csv(specified_report({of("abs", "float32/a", Outcome::kFail),
                                         of("abs", "bool/a", Outcome::kUnsupported),
                                         of("abs", "float32/a", Outcome::kPass, "gradient")})),
            "category,function,backend,of,dtype,tried,supported,right\n"
            "activation,tanh,reference,,,0,0,0\n"
            "toy_words,abs,reference,value,bool,1,0,0\n"
            "toy_words,abs,reference,value,float32,1,1,0\n"
            "toy_words,abs,reference,gradient,float32,1,1,1\n");
}

TEST(MatrixJson, ALineForEachFunction) {
  const std::string text =
      matrix_json(specified_report({of("abs", "float32/a", Outcome::kFail),
                                    of("abs", "float32/a", Outcome::kPass, "gradient")}));
  EXPECT_THAT(text, HasSubstr("\n{\"function\":\"tanh\",\"category\":\"activation\",\"runs\":[{"
                              "\"value\":{},\"gradient\":{}}]},\n{\"function\":\"abs\","));
  const Json json = Json::parse(text);
  EXPECT_EQ(json["runs"][0]["label"], "reference");
  EXPECT_EQ(json["runs"][0]["verdict"], "not-conformant");
  EXPECT_EQ(json["functions"][1]["runs"][0]["value"]["float32"],
            Json({{"tried", 1}, {"supported", 1}, {"right", 0}}));
  EXPECT_EQ(json["functions"][1]["runs"][0]["gradient"]["float32"]["right"], 1);
}

TEST(Matrix, HostileNamesAreShownAndMeanNothing) {
  const std::string hostile = "a|b\n<img>,\"`\xFF\u202E\x1b[31m";
  CaseResult result = of("abs", "float32/a", Outcome::kPass);
  result.function = hostile;
  result.case_id = hostile + "/x";
  Results results = sample_results({result});
  results.header.backend_name = results.header.backend_version = hostile;
  results.header.edition = results.header.tier = hostile;
  const Report report = sample_report(std::vector<Results>{results});
  const std::string markdown = matrix_markdown(report);
  EXPECT_THAT(markdown, AllOf(HasSubstr("| a&#124;b &#60;img&#62;,&#34;&#96;"),
                              Not(HasSubstr("<img")), Not(HasSubstr("\x1b"))));
  EXPECT_THAT(matrix_csv(report),
              HasSubstr(",\"a|b <img>,\"\"`\uFFFD\\u{202E}\\u{001B}[31m\",value,unknown,1,1,1\n"));
  EXPECT_EQ(Json::parse(matrix_json(report))["functions"][0]["function"],
            "a|b\n<img>,\"`\uFFFD\\u{202E}\\u{001B}[31m");
}

}  // namespace
}  // namespace kassay::reports::matrix_test
