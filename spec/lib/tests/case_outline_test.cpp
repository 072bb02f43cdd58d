#include "spec/lib/case_outline.h"

#include <map>
#include <nlohmann/json.hpp>

#include "spec/lib/function_vectors.h"
#include "spec/lib/json_scan.h"
#include "spec/lib/modes.h"
#include "spec/lib/tests/file_error.h"
#include "spec/lib/tests/vectors_directory.h"

namespace kassay::case_outline_test {
namespace {

using testing::ElementsAre;
using Json = nlohmann::json;

CaseOutline scanned(const Json& json) { return scan_outline(json.dump(), "softmax"); }

void expect_same(const CaseOutline& a, const CaseOutline& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.function, b.function);
  EXPECT_EQ(a.tier, b.tier);
  EXPECT_EQ(a.dtype, b.dtype);
  EXPECT_EQ(a.editions, b.editions);
  EXPECT_EQ(a.clauses, b.clauses);
  EXPECT_EQ(a.modes, b.modes);
  EXPECT_EQ(a.calls, b.calls);
  EXPECT_EQ(a.takes_inputs, b.takes_inputs);
  EXPECT_EQ(a.evaluates, b.evaluates);
}

// The first case of the small vectors with another program, and its outline by both ways, which must
// agree, as must what it calls in each mode with the programs of the modes.
CaseOutline outline_with(const std::string& program, const std::string& expect,
                         const std::string& readings = "[]") {
  VectorsDirectory vectors;
  vectors.first()["modes"] = {"eager", "function", "dynamic", "program"};
  vectors.first().erase("gradient");
  vectors.first()["program"] = Json::parse(program);
  vectors.first()["expect"] = Json::parse(expect);
  vectors.first()["readings"] = Json::parse(readings);
  const Case test_case = read_cases(vectors.write(), "softmax", Tier::kCore).at(0);
  CaseOutline outline = scanned(vectors.first());
  expect_same(outline, outline_of(test_case));
  for (const Mode mode : test_case.modes) {
    EXPECT_EQ(functions_called(outline, mode), functions_called(in_mode(test_case, mode).program))
        << mode_name(mode);
  }
  return outline;
}

constexpr char kValue[] = R"({"outputs": [{"kind": "value", "value": 1}]})";
constexpr char kTensor[] = R"({"outputs": [{"kind": "tensor", "dtype": "float32", "shape": [2],
                               "value": "value"}], "accuracy": {"ulps": 0, "terms": 0, "atol": 0}})";
constexpr char kOneCall[] =
    R"({"calls": [{"let": ["y"], "call": "f", "args": [{"ref": "x"}]}], "return": ["y"]})";

TEST(Outline, OfEachCaseIsThatOfTheWholeCase) {
  VectorsDirectory vectors;
  const std::vector<Case> cases = read_cases(vectors.write(), "softmax", Tier::kCore);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const CaseOutline outline = scanned(vectors.cases["cases"][i]);
    expect_same(outline, outline_of(cases[i]));
    for (const Mode mode : cases[i].modes) {
      EXPECT_EQ(functions_called(outline, mode), functions_called(in_mode(cases[i], mode).program));
    }
  }
}

TEST(Calls, OperatorsAndResultsAreNoFunctions) {
  const CaseOutline outline = outline_with(
      R"({"calls": [{"let": ["f"], "call": "function"},
                    {"let": ["y"], "call": {"ref": "f"}, "args": [{"ref": "x"}]},
                    {"let": ["z"], "call": "operator.add", "args": [{"ref": "y"}, 1]}],
          "return": ["z"]})",
      kTensor);
  EXPECT_THAT(outline.calls, ElementsAre("function"));
}

TEST(Calls, ThoseInFunctionsOfTheProgramCount) {
  const CaseOutline outline = outline_with(
      R"({"functions": {"step": {"parameters": ["a", ["b"]], "return": [{"ref": "c"}],
                                 "calls": [{"let": ["c"], "call": "exp", "args": [{"ref": "a"}]}]}},
          "calls": [{"let": ["y"], "call": "foldl", "args": [{"function": "step"}, 1]}],
          "return": ["y"]})",
      kValue);
  EXPECT_THAT(outline.calls, ElementsAre("exp", "foldl"));
  EXPECT_FALSE(outline.takes_inputs);
}

TEST(Inputs, InANestedListCount) {
  EXPECT_TRUE(outline_with(
                  R"({"calls": [{"let": ["y"], "call": "f", "kwargs": {"a": [[1, {"ref": "x"}]]}}],
                      "return": ["y"]})",
                  kValue)
                  .takes_inputs);
}

TEST(Inputs, RawOnesDoNotCount) {
  EXPECT_FALSE(
      outline_with(
          R"({"calls": [{"let": ["y"], "call": "f", "args": [{"input": "x"}]}], "return": ["y"]})",
          kValue)
          .takes_inputs);
}

TEST(Inputs, ReturnedOneCounts) {
  EXPECT_TRUE(outline_with(R"({"calls": [], "return": ["x"]})", kTensor).takes_inputs);
}

TEST(Inputs, WhereAResultHasTheNameOfOneTheCaseMustBeRead) {
  VectorsDirectory vectors;
  vectors.first()["program"]["calls"][0]["let"][0] = "x";
  EXPECT_THROW(scanned(vectors.first()), JsonScan::Unexpected);
}

TEST(Evaluates, ATensor) { EXPECT_TRUE(outline_with(kOneCall, kTensor).evaluates); }

TEST(Evaluates, NoValue) { EXPECT_FALSE(outline_with(kOneCall, kValue).evaluates); }

TEST(Evaluates, AnArrayIsNone) {
  Json expect = Json::parse(kTensor);
  expect["outputs"][0]["kind"] = "array";
  EXPECT_FALSE(outline_with(kOneCall, expect.dump()).evaluates);
}

TEST(Evaluates, WhereAnErrorIsExpected) {
  EXPECT_TRUE(outline_with(kOneCall, R"({"error": ["value"]})").evaluates);
}

TEST(Evaluates, WhereAnErrorIsExpectedTheFirstReadingWithOutputsTells) {
  EXPECT_FALSE(outline_with(kOneCall, R"({"error": ["value"]})",
                            R"([{"id": "a", "verdict": "wrong", "error": ["type"]},
                                {"id": "b", "verdict": "wrong",
                                 "outputs": [{"kind": "value", "value": 1}]}])")
                   .evaluates);
}

TEST(Evaluates, NothingThatIsNotReturned) {
  const CaseOutline outline =
      outline_with(R"({"calls": [{"call": "f"}], "return": []})", R"({"outputs": []})");
  EXPECT_FALSE(outline.evaluates);
  EXPECT_THAT(functions_called(outline, Mode::kEager), ElementsAre("f"));
}

TEST(Scan, WhatReadCaseRefusesInItsHead) {
  for (const auto& [key, wrong] : std::map<std::string, Json>{{"id", ""},
                                                              {"tier", "quick"},
                                                              {"dtype", 1},
                                                              {"editions", "ko"},
                                                              {"clauses", {1}},
                                                              {"modes", {"lazy"}},
                                                              {"inputs", Json::array()},
                                                              {"program", nullptr},
                                                              {"expect", 7}}) {
    VectorsDirectory vectors;
    vectors.first()[key] = wrong;
    EXPECT_THROW(scanned(vectors.first()), JsonScan::Unexpected) << key;
    vectors.first().erase(key);
    EXPECT_THROW(scanned(vectors.first()), JsonScan::Unexpected) << key;
  }
}

}  // namespace
}  // namespace kassay::case_outline_test
