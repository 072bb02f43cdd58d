#include "conformance/explain/explanation.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "conformance/compare/judge.h"
#include "conformance/compare/tests/answers.h"
#include "conformance/compare/tests/generated.h"
#include "conformance/explain/explanation_json.h"
#include "conformance/explain/explanation_text.h"

namespace kassay::explain::explanation_test {
namespace {

using namespace compare::testing;

Case sum_case() {
  Case result = case_expecting({expected(DType::kFloat32, {2}, {3, 7}, {3, 7})}, {1, 4, 0});
  result.id = "reduction/sum/float32/value,x=2x2";
  result.function = "sum";
  result.editions = {"ko", "ja"};
  result.clauses = {"sum.value", "sum.axis"};
  result.inputs = {{"x", tensor(DType::kFloat32, {2, 2}, {1, 2, 3, 4})}};
  Call call;
  call.let = {"y"};
  call.function = "sum";
  call.args = {Reference{"x"}};
  result.program.calls = {call};
  result.program.returned = {"y"};
  result.readings = {
      {"mean-instead", false, {{expected(DType::kFloat32, {2}, {1.5, 3.5}, {3, 7})}, {}}},
      {"from-one", true, {{expected(DType::kFloat32, {2}, {4, 8}, {4, 8})}, {}}}};
  return result;
}

Specification specification_of_sum() {
  FunctionSpecification sum;
  sum.name = "sum";
  sum.summary = "The sum along axes.";
  sum.signatures = {{"ko", "(x, axis=None)"}};
  sum.headings = {{"ko", "sum heading"}};
  sum.clauses = {{"sum.value",
                  "Adds the elements.",
                  {{"ko", "sum heading", {"returns", "numpy"}}},
                  "",
                  {"ko"},
                  {},
                  {{"ko", "Counts them."}}},
                 {"sum.axis", "Along the axes.", {}, "D-007", {"ko"}, {}}};
  sum.readings = {{"mean-instead", "sum.value", "wrong", "Divided by the count."}};
  Specification specification;
  specification.functions = {sum};
  specification.decisions = {{"D-007", "Axes", {"sum"}, "silent", "agree", "as NumPy", "habit"}};
  specification.errata = {{"E-007", {"sum"}, {"ko"}, "substracts", "adds", {"sum.value"}, {}}};
  specification.editions = {{"ko",
                             "Korean",
                             "2019",
                             "Keras 2",
                             "",
                             "A page",
                             "a.example",
                             "b.md",
                             {{"document.txt", "", "0a"}}}};
  return specification;
}

struct Fixture {
  Case test_case = sum_case();
  Specification specification = specification_of_sum();
  Explanation explanation;

  explicit Fixture(std::optional<Answer> answer = std::nullopt) {
    explanation.test_case = &test_case;
    explanation.specification = &specification;
    explanation.function = &specification.functions[0];
    explanation.reproduce = "kassay exec";
    if (!answer) return;
    explanation.backend = "mine";
    explanation.answer = std::move(answer);
    judge(*explanation.answer, test_case, explanation.result.emplace(), explanation.specification);
    explanation.element = explain_worst_element(
        test_case, measure_of(test_case, &*explanation.result), *explanation.answer);
    explanation.element_is_worst = true;
  }
};

Answer floats(const std::vector<double>& values) {
  return answer({tensor(DType::kFloat32, {2}, values)});
}

void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " is missing in\n" << text;
  }
}

TEST(ExplainElement, LimitIsToldTermByTerm) {
  const Case test_case = sum_case();
  const Answer off = floats({3, 7.5});
  const ElementExplanation element = explain_element(test_case, test_case.expectation, &off, 0, 1);
  EXPECT_EQ(element.index, std::vector<std::int64_t>{1});
  EXPECT_EQ(element.limit.from_ulps, 0x1p-21);
  EXPECT_EQ(element.limit.from_terms, 2 * 3 * 0x1p-24 * 7);
  EXPECT_EQ(element.magnitude, 7);
  EXPECT_EQ(element.error, 0.5);
  EXPECT_FALSE(element.passed);
}

TEST(ExplainElement, WithoutAnAnswerHasALimitAndNoActual) {
  const Case test_case = sum_case();
  const ElementExplanation element =
      explain_element(test_case, test_case.expectation, nullptr, 0, 0);
  EXPECT_EQ(element.actual, "");
  EXPECT_GT(element.limit.total, 0);
}

TEST(ExplainElement, AnswerOfAnotherShapeHasNoSuchElement) {
  const Case test_case = sum_case();
  const Answer other = answer({tensor(DType::kFloat32, {3}, {1, 2, 3})});
  EXPECT_EQ(explain_element(test_case, test_case.expectation, &other, 0, 0).actual, "");
  EXPECT_FALSE(explain_worst_element(test_case, test_case.expectation, other));
}

TEST(ExplainElement, WorstIsThatOfTheLargestMargin) {
  const Case test_case = sum_case();
  const auto worst =
      explain_worst_element(test_case, test_case.expectation, floats({3 + 0x1p-22, 9}));
  ASSERT_TRUE(worst);
  EXPECT_EQ(worst->index, std::vector<std::int64_t>{1});
}

TEST(ExplainElement, NothingIsWorstWhereNothingDiffers) {
  const Case test_case = sum_case();
  EXPECT_FALSE(explain_worst_element(test_case, test_case.expectation, floats({3, 7})));
}

TEST(ExplainElement, AcceptedAnswerIsMeasuredByItsReading) {
  const Fixture fixture(floats({4, 8 + 0x1p-20}));
  ASSERT_EQ(fixture.explanation.result->outcome, Outcome::kPassAccepted);
  ASSERT_TRUE(fixture.explanation.element);
  EXPECT_EQ(fixture.explanation.element->expected, "8");
  EXPECT_TRUE(fixture.explanation.element->passed);
}

TEST(ExplanationText, TellsClausesProgramAndExpectation) {
  const Fixture fixture;
  expect_parts(to_text(fixture.explanation),
               {"sum(x, axis=None)",
                "The sum along axes.",
                "Adds the elements.",
                "heading \"sum heading\"",
                "source ko, page \"A page\", heading \"sum heading\": returns, NumPy code",
                "ko says: Counts them.",
                "erratum E-007 of ko",
                "substracts",
                "\nDocuments\n  ko: Korean, 2019, Keras 2\n      similar page: b.md in a.example",
                "decision D-007: Axes",
                "silent",
                "agree",
                "as NumPy",
                "habit",
                "Program (mode eager)",
                "y = K.sum(x)",
                "[[1, 2],",
                "[3, 7]",
                "wrong: mean-instead (sum.value): Divided by the count.",
                "accepted: from-one",
                "kassay exec"});
}

TEST(ExplanationText, TellsTheAnswerAndItsReading) {
  const Fixture fixture(floats({1.5, 3.5}));
  expect_parts(to_text(fixture.explanation),
               {"Answer of mine", "[1.5, 3.5]", "fail", "mean-instead", "Worst element",
                "2 (1 + sqrt(4)) * r", "wrong"});
}

TEST(ExplanationText, BeginsWithTheVerdict) {
  const std::string text = to_text(Fixture(floats({1.5, 3.5})).explanation);
  std::size_t before = 0;
  for (const char* part : {"Result of mine", "Worst element", "Clauses", "Answer of mine"}) {
    const std::size_t place = text.find(part);
    ASSERT_NE(place, std::string::npos) << part;
    EXPECT_GE(place, before) << part;
    before = place;
  }
}

TEST(ExplanationText, TellsTheRoundingOfAnArgument) {
  Fixture fixture(floats({1.5, 3.5}));
  fixture.explanation.element->accuracy = {4, 0, 0};
  fixture.explanation.element->limit = element_limit(7, 7, {4, 0, 0}, DType::kFloat32);
  expect_parts(to_text(fixture.explanation),
               {"= r, the roundoff of the condition 7: the argument may be rounded once"});
}

TEST(ExplanationText, AcceptedAnswerNamesWhatLeavesItOpen) {
  Fixture fixture(floats({4, 8}));
  EXPECT_NE(to_text(fixture.explanation).find("differs only where the documents do not decide"),
            std::string::npos);
  fixture.specification.functions[0].readings.push_back(
      {"from-one", "sum.axis", "accepted", "Counted from one."});
  expect_parts(to_text(fixture.explanation),
               {"pass-accepted", "differs only where D-007 accepts either: Axes"});
}

TEST(ExplanationText, WhatIsLeftOpenOfTheFunctionIsTold) {
  Fixture fixture;
  EXPECT_EQ(to_text(fixture.explanation).find("Unspecified"), std::string::npos);
  fixture.specification.decisions[0].choice = "As NumPy. Sums of bool are unspecified. No more.";
  expect_parts(to_text(fixture.explanation),
               {"Unspecified for sum (not tested)\n  D-007: Sums of bool are unspecified.\n"});
  EXPECT_EQ(nlohmann::json::parse(to_json_text(fixture.explanation))["unspecified"][0]["text"],
            "Sums of bool are unspecified.");
}

TEST(ExplanationText, UnknownClauseIsToldAsSuch) {
  Fixture fixture;
  fixture.test_case.clauses = {"sum.vlaue"};
  expect_parts(to_text(fixture.explanation), {"sum.vlaue, which the specification does not hold"});
}

TEST(ExplanationText, RaisedErrorIsTold) {
  const Fixture fixture(raised("value", "no axis 7"));
  expect_parts(to_text(fixture.explanation), {"an error of kind value: no axis 7", "error"});
}

TEST(ExplanationJson, HoldsWhatTheTextTells) {
  Fixture fixture(floats({1.5, 3.5}));
  fixture.explanation.recorded = {{"results.jsonl", "other", *fixture.explanation.result}};
  const auto json = nlohmann::json::parse(to_json_text(fixture.explanation));
  EXPECT_EQ(json["case"], "reduction/sum/float32/value,x=2x2");
  EXPECT_EQ(json["signature"], "(x, axis=None)");
  EXPECT_EQ(json["clauses"][0]["sources"][0]["heading"], "sum heading");
  EXPECT_EQ(json["clauses"][0]["sources"][0]["parts"][1], "numpy");
  EXPECT_EQ(json["clauses"][0]["sources"][0]["page"]["repository"], "a.example");
  EXPECT_EQ(json["clauses"][0]["differs"]["ko"], "Counts them.");
  EXPECT_EQ(json["clauses"][0]["errata"][0], "E-007");
  EXPECT_EQ(json["clauses"][1]["decision"]["choice"], "as NumPy");
  EXPECT_EQ(json["program"]["inputs"]["x"]["data"][1][0], 3.0);
  EXPECT_EQ(json["expect"]["outputs"][0]["data"][1], 7.0);
  EXPECT_EQ(json["answer"]["outputs"][0]["data"][0], 1.5);
  EXPECT_EQ(json["result"]["outcome"], "fail");
  EXPECT_EQ(json["result"]["reading"], "mean-instead");
  EXPECT_EQ(json["recorded"][0]["backend"], "other");
  EXPECT_EQ(json["element"]["passed"], false);
  EXPECT_EQ(json["readings"][0]["text"], "Divided by the count.");
}

TEST(ExplanationJson, ErrorCaseNamesTheKinds) {
  Fixture fixture;
  fixture.test_case.expectation = {{}, {"value", "type"}};
  const auto json = nlohmann::json::parse(to_json_text(fixture.explanation));
  EXPECT_EQ(json["expect"]["error"], (std::vector<std::string>{"value", "type"}));
}

TEST(SampleExplanation, ListsEveryStatistic) {
  const Shape shape = {200, 300};
  Case test_case = case_expecting({sample(shape, NormalDistribution{0, 1})});
  test_case.modes = {Mode::kEager};
  const FunctionSpecification function;
  const Specification specification;
  Explanation explanation;
  explanation.test_case = &test_case;
  explanation.function = &function;
  explanation.specification = &specification;
  explanation.statistics = explain_statistics(
      test_case, test_case.expectation, answer({generated(DType::kFloat32, shape, normal(0, 1))}));
  EXPECT_EQ(explanation.statistics.size(), 13u);
  expect_parts(to_text(explanation), {"distribution normal, mean 0, std 1", "the mean",
                                      "the variance", "elements 300 apart", "within the limit"});
  expect_parts(to_json_text(explanation), {"\"check\":\"variance\""});
}

}  // namespace
}  // namespace kassay::explain::explanation_test
