// `kassay list` and `kassay coverage`: what is specified.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "conformance/cli/tests/kassay_program.h"

namespace kassay::list_program_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Json = nlohmann::json;

class ListProgram : public KassayProgram {};

TEST_F(ListProgram, ListCases) {
  EXPECT_EQ(kassay("list cases --tier smoke"), 0);
  EXPECT_EQ(output(), "toy/abort/float32/a\n");
  EXPECT_EQ(kassay("list cases identity --json"), 0);
  EXPECT_EQ(Json::parse(output()).size(), 2u);
}

TEST_F(ListProgram, ListDecisionsOfAFunction) {
  EXPECT_EQ(kassay("list decisions identity"), 0);
  EXPECT_EQ(output(),
            "D-002  One\n  identity\n  Documents: d\n  Backends: B.\n  Choice: C. All else is "
            "unspecified.\n  Reason: R.\n");
  EXPECT_EQ(kassay("list decisions abort --json"), 0);
  EXPECT_EQ(Json::parse(output()), Json::array());
  EXPECT_EQ(kassay("list decisions"), 0);
  EXPECT_THAT(output(), HasSubstr("D-001  All\n  general\n  Documents: a|b\n"));
  EXPECT_EQ(kassay("list decisions idenity"), 4);
  EXPECT_THAT(error(), HasSubstr("closest are: identity"));
}

TEST_F(ListProgram, ListClausesOfAFunction) {
  EXPECT_EQ(kassay("list clauses identity"), 0);
  EXPECT_THAT(output(),
              StartsWith("identity\n  ko, zh, ja: identity(x), heading \"identity\"\n\n"
                         "identity.value  [ko: returns, NumPy code, 2 cases; zh: returns, 2 cases; "
                         "ja: as ko, zh, 2 cases]\n  x itself\n  ja says: x\n"
                         "  wrong reading refused: No call is valid.\n  erratum E-001: m\n"
                         "  cases: toy/identity/float32/a\n\n"
                         "identity, unspecified  [D-002]\n  All else is unspecified.\n"));
  EXPECT_EQ(kassay("list clauses abort"), 0);
  EXPECT_THAT(output(), Not(HasSubstr("unspecified")));
}

TEST_F(ListProgram, ListClausesOfTheIntroduction) {
  EXPECT_EQ(kassay("list clauses introduction"), 0);
  EXPECT_EQ(output(),
            "introduction\n\nintroduction.file  [ko: section on switching, D-001]\n  In a box.\n"
            "  Checked by a test of the Python adapter: It is opened.\n  Not checked: Its lid.\n"
            "\nintroduction.game  [ko: section on backends]\n  They play.\n"
            "  Checked by the cases of identity.value.\n");
  EXPECT_EQ(kassay("list clauses --json"), 0);
  const Json all = Json::parse(output());
  EXPECT_EQ(all[0]["function"], "introduction");
  EXPECT_EQ(all[0]["checked"], "It is opened.");
  EXPECT_FALSE(all.back().contains("checked"));
  EXPECT_FALSE(all[0]["bases"][0].contains("cases"));
  EXPECT_EQ(kassay("list clauses identity --json"), 0);
  const Json one = Json::parse(output())[0];
  EXPECT_EQ(one["bases"][2]["documents"], "as ko, zh");
  EXPECT_EQ(one["bases"][2]["cases"], 2);
  EXPECT_EQ(one["globs"], Json({"toy/identity/float32/a"}));
  EXPECT_EQ(one["readings"][0]["verdict"], "wrong");
  EXPECT_EQ(one["signatures"][0]["signature"], "identity(x)");
}

TEST_F(ListProgram, CoverageSaysHowTheIntroductionIsChecked) {
  EXPECT_EQ(kassay("coverage"), 1);
  EXPECT_THAT(
      output(),
      AllOf(HasSubstr("introduction\n  clause   introduction.file\n    Checked by a test of "
                      "the Python adapter: It is opened.\n    Not checked: Its lid.\n"),
            HasSubstr("2 clauses of the introduction: 1 checked by tests of the Python "
                      "adapter, 1 by cases of other clauses, 0 by nothing; 1 only partly\n")));
  EXPECT_EQ(kassay("coverage --json"), 1);
  EXPECT_EQ(Json::parse(output())["introduction"]["partly_unchecked"], 1);
}

TEST_F(ListProgram, PairsOfCircumstances) {
  EXPECT_EQ(kassay("coverage --pairs"), 0);
  EXPECT_THAT(output(), AllOf(StartsWith("  function                          factors     pairs    "
                                         "listed     drawn   refused\n"),
                              HasSubstr("\n  identity                                2     1,234   "
                                        "  1,200        34         1\n"),
                              HasSubstr("\n  5 functions                                   6,170   "
                                        "  6,000       170         5\n")));
  EXPECT_EQ(kassay("coverage --pairs identity"), 0);
  EXPECT_THAT(
      output(),
      HasSubstr("Circumstances:\n  axis: 0, 1\n  dtype: float32\n\nRefused:\n  axis = 1 and "
                "dtype = float32\n\n5 other pairs are in no call that was tried\n"));
  EXPECT_EQ(kassay("coverage --pairs idenity"), 4);
  EXPECT_THAT(error(), HasSubstr("closest are: identity"));
  EXPECT_EQ(kassay("coverage identity"), 2);
  EXPECT_EQ(kassay("coverage --pairs --json"), 2);
}

TEST_F(ListProgram, SpecificationAsPages) {
  const std::string folder = vectors_.path("pages");
  // The case of needs_constant is only in ja: the exit code shows that its clause lacks one elsewhere,
  // and the page where.
  EXPECT_EQ(kassay("coverage --markdown --out '" + folder + "'"), 1);
  EXPECT_EQ(output(), "");
  EXPECT_THAT(error(), HasSubstr("wrote 10 pages into " + folder));
  EXPECT_THAT(runner::read_text(folder + "/README.md"),
              AllOf(StartsWith("# Functions\n\n[Functions](README.md) · [Decisions](decisions.md)"),
                    HasSubstr("\n## <a id=\"toy\"></a>toy\n\n| Function |"),
                    HasSubstr("| [`identity`](identity.md) |  | ko, zh, ja | 1 |\n")));
  EXPECT_THAT(
      runner::read_text(folder + "/identity.md"),
      AllOf(
          HasSubstr("| ko, zh, ja | `identity(x)` | `identity` |\n"),
          HasSubstr("| Clause | What must hold | ko | zh | ja | Cases |\n|---|---|---|---|---|---|"
                    "\n| <a id=\"identity.value\"></a>`identity.value` | x itself<br>ja says: x | "
                    "returns, NumPy code ·\u00A02 | returns ·\u00A02 | as ko, zh ·\u00A02 | "
                    "`toy/identity/float32/a` |\n"),
          HasSubstr("`refused` | wrong | No call is valid. | "
                    "[`identity.value`](identity.md#identity.value) |\n"),
          HasSubstr("* [`D-002`](decisions.md#D-002) All else is unspecified.\n")));
  EXPECT_THAT(runner::read_text(folder + "/needs_constant.md"),
              HasSubstr("| returns ·\u00A0**no case** | as ko, zh ·\u00A02 | "
                        "`toy/needs_constant/float32/a` |\n"));
  EXPECT_THAT(
      runner::read_text(folder + "/introduction.md"),
      HasSubstr("`introduction.file` | In a box. | section on switching, "
                "[`D-001`](decisions.md#D-001) | Checked by a test of the Python adapter: It is "
                "opened.<br>Not checked: Its lid. |\n"));
  EXPECT_THAT(runner::read_text(folder + "/decisions.md"),
              HasSubstr("## <a id=\"D-001\"></a>`D-001` All\n\nGeneral\n\n* Documents: a\\|b\n"));
  EXPECT_THAT(runner::read_text(folder + "/errata.md"),
              HasSubstr("`E-001` | ja | [`identity`](identity.md) | p | m | "
                        "[`identity.value`](identity.md#identity.value), "
                        "[`D-001`](decisions.md#D-001) |\n"));
}

TEST_F(ListProgram, PagesNeedAFolder) {
  EXPECT_EQ(kassay("coverage --markdown"), 2);
  EXPECT_THAT(error(), HasSubstr("--out DIR"));
  const std::string file = vectors_.path("out");
  EXPECT_EQ(kassay("coverage --markdown --out '" + file + "/pages'"), 2);
  EXPECT_THAT(error(), HasSubstr("Give --out a folder"));
  EXPECT_EQ(kassay("coverage --markdown --out /proc/pages"), 2);
  EXPECT_EQ(kassay("coverage --markdown --json --out '" + vectors_.path("pages") + "'"), 2);
  EXPECT_EQ(kassay("coverage --out '" + vectors_.path("pages") + "'"), 2);
}

TEST_F(ListProgram, ListErrata) {
  EXPECT_EQ(kassay("list errata"), 0);
  EXPECT_EQ(
      output(),
      "E-001  [ja] identity\n  printed: p\n  meant: m\n  settled by: identity.value, D-001\n");
  EXPECT_EQ(kassay("list errata --json"), 0);
  EXPECT_EQ(Json::parse(output())[0]["decisions"], Json({"D-001"}));
}

}  // namespace
}  // namespace kassay::list_program_test
