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
            "D-002  One\n  identity\n  Documents: d\n  Backends: B.\n  Choice: C. All else is left "
            "open.\n  Reason: R.\n");
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
                         "identity, left open  [D-002]\n  All else is left open.\n"));
  EXPECT_EQ(kassay("list clauses abort"), 0);
  EXPECT_THAT(output(), Not(HasSubstr("left open")));
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
                      "adapter, 1 by cases of other clauses, 0 by nothing; 1 in part only\n")));
  EXPECT_EQ(kassay("coverage --json"), 1);
  EXPECT_EQ(Json::parse(output())["introduction"]["partly_unchecked"], 1);
}

TEST_F(ListProgram, SpecificationAsPages) {
  const std::string folder = vectors_.path("pages");
  // The case of needs_constant is in ja alone: the exit code says that its clause has none elsewhere,
  // and the page where.
  EXPECT_EQ(kassay("coverage --markdown --out '" + folder + "'"), 1);
  EXPECT_EQ(output(), "");
  EXPECT_THAT(error(), HasSubstr("wrote 5 pages into " + folder));
  EXPECT_THAT(runner::read_text(folder + "/README.md"),
              AllOf(HasSubstr("\n## Edition ko\n\n* Document: `000_toy.txt`, SHA-256 `0a`\n"),
                    HasSubstr("\n* [introduction](introduction.md)\n* [toy](toy.md): "
                              "[abort](toy.md#abort), [identity](toy.md#identity)"),
                    HasSubstr("* [Decisions](decisions.md)\n* [Errata](errata.md)\n")));
  EXPECT_THAT(
      runner::read_text(folder + "/toy.md"),
      AllOf(
          HasSubstr("# Category: toy\n\n"), HasSubstr("\n## identity\n\n"),
          HasSubstr("* ko, zh, ja: `identity(x)`, heading"),
          HasSubstr("| clause | ko | zh | ja | cases |\n"),
          HasSubstr(
              "| `identity.value` x itself (ja says: x) | returns, NumPy code · 2 | returns · 2 | "
              "as ko, zh · 2 | `toy/identity/float32/a` |\n"),
          HasSubstr("| returns, NumPy code · **no case** | returns · **no case** | as ko, zh · 2 | "
                    "`toy/needs_constant/float32/a` |\n"),
          HasSubstr("| `refused` | wrong | `identity.value` | No call is valid. |"),
          HasSubstr("\n## Decisions\n\n### D-002\n\n**One** ([identity](#identity))\n"),
          Not(HasSubstr("D-001"))));
  EXPECT_THAT(
      runner::read_text(folder + "/introduction.md"),
      HasSubstr("| clause | ko | how it is checked |\n|---|---|---|\n"
                "| `introduction.file` In a box. | section on switching, "
                "[D-001](decisions.md#d-001) | Checked by a test of the Python adapter: It is "
                "opened. Not checked: Its lid. |\n"));
  EXPECT_THAT(runner::read_text(folder + "/decisions.md"),
              AllOf(HasSubstr("| [D-001](#d-001) | All | general |\n"
                              "| [D-002](toy.md#d-002) | One | [identity](toy.md#identity) |\n"),
                    HasSubstr("### D-001\n\n**All** (general)\n\n* Documents: a\\|b\n"),
                    Not(HasSubstr("### D-002"))));
  EXPECT_THAT(runner::read_text(folder + "/errata.md"),
              HasSubstr("## Errata of ja\n\n| erratum | functions | what stands there | what is "
                        "meant | see |\n|---|---|---|---|---|\n| E-001 | "
                        "[identity](toy.md#identity) | p | m | `identity.value`, "
                        "[D-001](decisions.md#d-001) |\n"));
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
