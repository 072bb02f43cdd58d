// `kassay exec` and `kassay explain`: one case, or one program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "conformance/cli/tests/kassay_program.h"
#include "spec/lib/result_lines.h"
#include "spec/lib/results.h"

namespace kassay::case_program_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

class CaseProgram : public KassayProgram {};

TEST_F(CaseProgram, CaseRunsInAnEditionThatItBelongsTo) {
  EXPECT_EQ(kassay("exec --case '*only_zh' --edition ko" + backend_), 2);
  EXPECT_THAT(error(), HasSubstr("not belong to edition ko, but to zh"));
  EXPECT_EQ(kassay("explain '*only_zh'"), 0);
  EXPECT_THAT(output(), HasSubstr("edition zh"));
}

TEST_F(CaseProgram, ExecOfACaseInAMode) {
  const std::string words = "exec --case toy/needs_constant/float32/a" + backend_;
  EXPECT_EQ(kassay(words), 0);  // the first mode, eager
  EXPECT_EQ(output(), "output 0: float32 (3,)\n  [1, 2.5, -3]\n");
  EXPECT_EQ(kassay(words + "--mode program"), 1);
  EXPECT_THAT(error(), HasSubstr("value error: call 1, needs_constant: x is not a constant"));
}

TEST_F(CaseProgram, ExplainInAMode) {
  EXPECT_EQ(kassay("explain toy/needs_constant/float32/a"), 0);
  EXPECT_THAT(output(), AllOf(HasSubstr("Program (mode eager)\n"), HasSubstr("K.constant(")));
  EXPECT_EQ(kassay("explain toy/needs_constant/float32/a --mode program"), 0);
  EXPECT_THAT(output(), AllOf(HasSubstr("Program (mode program)\n"), Not(HasSubstr("K.constant(")),
                              HasSubstr("kassay exec --case toy/needs_constant/float32/a --mode "
                                        "program --backend reference --edition ja")));
}

TEST_F(CaseProgram, ExplainBeginsTheCommandWithTheEnvironmentOfTheRun) {
  const std::string file = vectors_.path("results");
  EXPECT_EQ(kassay("run identity" + backend_ + "--out '" + file + "'"), 0);
  Results results = read_results(file);
  results.header.backend_environment = {{"KASSAY_PYTHON", "/my venv/python"}};
  runner::write_text(file, to_line(results.header) + "\n" + to_line(results.cases[0]) + "\n");
  EXPECT_EQ(kassay("explain " + results.cases[0].case_id + " --results '" + file + "'"), 0);
  EXPECT_THAT(output(), HasSubstr("\n  KASSAY_PYTHON='/my venv/python' kassay exec --case toy/"));
}

TEST_F(CaseProgram, ExplainOfAFunctionTakesItsFirstFailure) {
  const std::string file = vectors_.path("results"), named = " --results '" + file + "'";
  EXPECT_EQ(kassay("run --edition ja" + backend_ + "--out '" + file + "'"), 1);
  EXPECT_EQ(kassay("explain needs_constant" + named), 0);
  EXPECT_EQ(error(),
            "note: explaining toy/needs_constant/float32/a [program], the first of 1 failure of "
            "needs_constant in " +
                file + "\n");
  EXPECT_THAT(output(), AllOf(HasSubstr("Program (mode program)\n"), HasSubstr("edition ja")));
  EXPECT_EQ(kassay("explain needs_constant --json" + named), 0);
  EXPECT_EQ(Json::parse(output())["case"], "toy/needs_constant/float32/a");
}

TEST_F(CaseProgram, ExplainOfAFunctionOfWhichNothingFailed) {
  const std::string file = vectors_.path("results"), named = " --results '" + file + "'";
  EXPECT_EQ(kassay("run --edition ja identity needs_constant" + backend_ + "--out '" + file + "'"),
            1);
  EXPECT_EQ(kassay("explain identity" + named), 4);
  EXPECT_THAT(error(), HasSubstr("nothing of identity failed in " + file +
                                 ": pass\nName a case: "
                                 "`kassay list cases identity` prints"));
  EXPECT_EQ(kassay("explain needs_constant --mode eager" + named), 4);
  EXPECT_THAT(error(), HasSubstr("nothing of needs_constant in mode eager failed in "));
  EXPECT_EQ(kassay("explain abort" + named), 4);
  EXPECT_THAT(error(), HasSubstr(file + " has no result of abort\n"));
  EXPECT_EQ(kassay("explain identty" + named), 4);
  EXPECT_THAT(error(), HasSubstr("no case has the id"));
  EXPECT_EQ(output(), "");
}

TEST_F(CaseProgram, CaseRunsInAModeThatItHas) {
  for (const char* words : {"exec --case", "explain"}) {
    EXPECT_EQ(kassay(words + (" toy/identity/float32/a --mode dynamic" + backend_)), 2) << words;
    EXPECT_THAT(error(), HasSubstr("the case does not run in mode dynamic, but in eager")) << words;
    EXPECT_EQ(output(), "") << words;
    EXPECT_EQ(kassay(words + (" toy/identity/float32/a --mode lazy" + backend_)), 2) << words;
    EXPECT_THAT(error(), HasSubstr("lazy")) << words;
  }
}

TEST_F(CaseProgram, UnknownFunctionInAProgramNamesTheClosest) {
  runner::write_text(vectors_.path("program"), R"({"calls": [{"call": "identty"}], "return": []})");
  EXPECT_EQ(kassay("exec '" + vectors_.path("program") + "'" + backend_), 1);
  EXPECT_THAT(error(),
              AllOf(HasSubstr("no function \"identty\""), HasSubstr("closest are identity")));
}

TEST_F(CaseProgram, AProgramMayComeFromAPipe) {
  runner::write_text(vectors_.path("program"), R"({"calls": [{"call": "identty"}], "return": []})");
  const std::string pipe = vectors_.path("pipe");
  ASSERT_EQ(std::system(
                ("mkfifo '" + pipe + "'; cat '" + vectors_.path("program") + "' > '" + pipe + "' &")
                    .c_str()),
            0);
  EXPECT_EQ(kassay("exec '" + pipe + "'" + backend_), 1);
  EXPECT_THAT(error(), HasSubstr("closest are identity"));
}

TEST_F(CaseProgram, ExecPrintsWhatComesOut) {
  runner::write_text(vectors_.path("program"), R"({
    "inputs": {"x": {"dtype": "float32", "shape": [2, 2], "data": [[0.1, {"float": "nan"}], [-0.0, 3]]}},
    "calls": [{"let": ["y"], "call": "identity", "args": [{"ref": "x"}]}], "return": ["y"]})");
  EXPECT_EQ(kassay("exec '" + vectors_.path("program") + "'" + backend_), 0);
  EXPECT_EQ(output(), "output 0: float32 (2, 2)\n  [[0.1, nan],\n   [-0, 3]]\n");
  EXPECT_EQ(kassay("exec --json '" + vectors_.path("program") + "'" + backend_), 0);
  Json printed = Json::parse(output());
  EXPECT_EQ(printed["outputs"][0]["shape"], Json({2, 2}));
  EXPECT_EQ(printed["outputs"][0]["data"][0][0], 0.1f);
}

TEST_F(CaseProgram, ExecOfACase) {
  EXPECT_EQ(kassay("exec --case toy/identity/float32/a" + backend_), 0);
  EXPECT_EQ(output(), "output 0: float32 (3,)\n  [1, 2.5, -3]\n");
  EXPECT_EQ(kassay("exec --case toy/identity/float32/c" + backend_), 4);
  EXPECT_THAT(error(), HasSubstr("toy/identity/float32/a"));
}

TEST_F(CaseProgram, ExecPrintsAnError) {
  EXPECT_EQ(kassay("exec --case toy/invalid/float32/a" + backend_), 1);
  EXPECT_THAT(error(), AllOf(HasSubstr("value error"), HasSubstr("x must not be")));
  EXPECT_EQ(kassay("exec --json --case toy/invalid/float32/a" + backend_), 1);
  EXPECT_EQ(Json::parse(output())["error"]["kind"], "value");
  EXPECT_EQ(kassay("exec --case toy/abort/float32/a" + backend_), 1);
  EXPECT_THAT(error(), AllOf(HasSubstr("crash"), HasSubstr("SIGABRT")));
}

}  // namespace
}  // namespace kassay::case_program_test
