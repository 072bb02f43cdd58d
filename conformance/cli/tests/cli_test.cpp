// The program `kassay` from outside: exit codes, and what goes to which stream.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "conformance/cli/tests/kassay_program.h"
#include "conformance/runner/backend_kinds.h"
#include "spec/lib/result_lines.h"
#include "spec/lib/results.h"
#include "spec/lib/sha256.h"

namespace kassay::cli_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

class Program : public KassayProgram {};

TEST_F(Program, HelpOfEveryCommandTeaches) {
  for (const char* command : {"run", "exec", "list", "list functions", "list cases", "explain",
                              "coverage", "report", "diff"}) {
    EXPECT_EQ(kassay(std::string(command) + " --help"), 0) << command;
    EXPECT_THAT(output(), HasSubstr("kassay ")) << command;
    EXPECT_EQ(error(), "") << command;
  }
}

TEST_F(Program, UsageErrors) {
  for (const char* words : {"",
                            "fly",
                            "run",
                            "run --backend",
                            "list cases --tier half",
                            "run --backend reference --shard 3/2",
                            "run --backend reference --resume",
                            "exec --backend reference",
                            "run --backend reference --timeout nan",
                            "run --backend reference --out ''",
                            "explain toy/identity/float32/a --output 1",
                            "explain identity",
                            "diff",
                            "diff one",
                            "diff one two three",
                            "diff --old one",
                            "diff one --new two",
                            "diff one two --margin-factor 0.5",
                            "diff --outputs one",
                            "diff one two --outputs three four",
                            "run --backend reference --keep-outputs ''"}) {
    EXPECT_EQ(kassay(words), 2) << words;
    EXPECT_NE(error(), "") << words;
    EXPECT_EQ(output(), "") << words;
  }
}

TEST_F(Program, WrongCommandNamesTheClosest) {
  for (const char* words : {"rn", "rn --backend reference", "rn --help", "help rn"}) {
    EXPECT_EQ(kassay(words), 2) << words;
    EXPECT_EQ(output(), "") << words;
    EXPECT_EQ(error(),
              "kassay: `kassay` has no command \"rn\"; the closest is run. `kassay --help` lists "
              "the commands.\n")
        << words;
  }
}

TEST_F(Program, WrongSubcommandNamesTheClosest) {
  for (const char* words : {"list fucntions", "list fucntions --json", "help list fucntions"}) {
    EXPECT_EQ(kassay(words), 2) << words;
    EXPECT_EQ(error(),
              "kassay: `kassay list` has no command \"fucntions\"; the closest is functions. "
              "`kassay list --help` lists the commands.\n")
        << words;
  }
}

TEST_F(Program, WrongOptionNamesTheClosest) {
  for (const char* words : {"run --teir smoke", "run --backend reference --teir=smoke"}) {
    EXPECT_EQ(kassay(words), 2) << words;
    EXPECT_EQ(error(),
              "kassay: `kassay run` has no option --teir; the closest is --tier. `kassay run "
              "--help` lists the options.\n")
        << words;
  }
}

TEST_F(Program, WrongOptionThatIsCloseToNone) {
  EXPECT_EQ(kassay("run --qqqqqqqqqq"), 2);
  EXPECT_THAT(error(), AllOf(HasSubstr("no option --qqqqqqqqqq. "), Not(HasSubstr("closest"))));
}

TEST_F(Program, WordTooMany) {
  EXPECT_EQ(kassay("explain toy/identity/float32/a another"), 2);
  EXPECT_THAT(error(), HasSubstr("`kassay explain` has no place for \"another\""));
}

TEST_F(Program, HelpOfACommandIsThatOfItsOption) {
  for (const char* command : {"", "run", "list", "list cases"}) {
    EXPECT_EQ(kassay(command + std::string(" --help")), 0) << command;
    const std::string by_option = output();
    EXPECT_EQ(kassay(std::string("help ") + command), 0) << command;
    EXPECT_EQ(output(), by_option) << command;
  }
}

TEST_F(Program, RunOfOneFunctionWithoutFailure) {
  EXPECT_EQ(kassay("run identity" + backend_), 0);
  EXPECT_THAT(error(), AllOf(HasSubstr("2 results"), HasSubstr("2 pass"),
                             HasSubstr("\nNo failure in the part that was run\n"
                                       "Not a claim of conformance:\n  Only some cases"),
                             Not(HasSubstr("\x1b"))));
  EXPECT_THAT(output(), AllOf(HasSubstr("\"header\""), HasSubstr("\"footer\"")));
}

TEST_F(Program, RunThatIsNotConformantNamesTheCommandThatExplains) {
  EXPECT_EQ(kassay("run" + backend_ + "--out '" + vectors_.path("results") + "'"), 1);
  EXPECT_EQ(output(), "");
  EXPECT_THAT(error(), AllOf(HasSubstr("1 crash"), HasSubstr("1 error"),
                             HasSubstr("kassay explain toy/abort/float32/a --backend 'exec:")));
  EXPECT_EQ(read_results(vectors_.path("results")).cases.size(), 4u);
  EXPECT_EQ(kassay("run" + backend_ + "--filter-failed '" + vectors_.path("results") + "'"), 1);
  EXPECT_THAT(error(), HasSubstr("2 results"));
}

TEST_F(Program, SupportedFunctionsConform) {
  runner::ToyVectors lacking;
  lacking.add("identity", {{"a"}});
  lacking.add("unsupported", {{"a"}});
  lacking.finish();
  EXPECT_EQ(kassay("run --vectors '" + lacking.directory() + "'" + backend_), 0);
  EXPECT_THAT(error(), HasSubstr("\nSupported functions conform (1 of 2): 1 result unsupported\n"));
}

TEST_F(Program, ReportSaysTheVerdict) {
  std::string results = vectors_.path("results"), page = vectors_.path("page.html");
  EXPECT_EQ(kassay("run identity" + backend_ + "--out '" + results + "'"), 0);
  EXPECT_EQ(kassay("report '" + results + "' --out '" + page + "'"), 0);
  EXPECT_THAT(
      error(),
      AllOf(
          HasSubstr(
              ": No failure in the part that was run\n  Only some cases were selected: identity."),
          HasSubstr("wrote " + page)));
  std::string whole = runner::read_text(results);
  runner::write_text(results, whole.substr(0, whole.size() - 5));
  EXPECT_EQ(kassay("report '" + results + "' --out '" + page + "'"), 0);
  EXPECT_THAT(error(), HasSubstr("The run was cut short"));
}

TEST_F(Program, ResultsCutInHalfAreNamedWithWhatToDo) {
  const std::string results = vectors_.path("results"), whole = vectors_.path("whole");
  const std::string note = results + " has no end: it holds 1 of 2 results. If the run was cut";
  const std::string named = "'" + results + "'";
  EXPECT_EQ(kassay("run identity" + backend_ + "--out '" + whole + "'"), 0);
  const std::string text = runner::read_text(whole);
  const std::size_t second = text.find("toy/identity/float32/b");
  runner::write_text(results, text.substr(0, second));
  EXPECT_EQ(kassay("report " + named), 0);
  EXPECT_THAT(error(), HasSubstr("note: " + note));
  EXPECT_EQ(kassay("diff " + named + " " + named), 0);
  EXPECT_THAT(output(), HasSubstr(note));
  EXPECT_EQ(kassay("explain toy/identity/float32/b --results " + named), 0);
  EXPECT_THAT(error(), HasSubstr("note: " + note));
  EXPECT_EQ(kassay("run" + backend_ + "--filter-failed " + named), 4);
  EXPECT_THAT(error(), HasSubstr("note: " + note));
  EXPECT_EQ(kassay("waive " + named), 1);
  EXPECT_THAT(error(), HasSubstr("note: " + note));
  EXPECT_EQ(kassay("run identity" + backend_ + "--resume --out " + named), 0);
  EXPECT_EQ(kassay("report " + named), 0);
  EXPECT_THAT(error(), Not(HasSubstr("has no end")));
}

TEST_F(Program, ResultsCutInTheirHeaderAreNamedWithWhatToDo) {
  const std::string results = vectors_.path("results");
  runner::write_text(results, "{\"header\":{\"backend\":");
  for (const char* command : {"report", "waive", "explain toy/identity/float32/a --results"}) {
    EXPECT_EQ(kassay(std::string(command) + " '" + results + "'"), 2) << command;
    EXPECT_THAT(error(), AllOf(HasSubstr(results + ": line 1: it ends in the middle of the header"),
                               HasSubstr("run again with --overwrite")));
  }
}

TEST_F(Program, CaseRunsInAnEditionThatItBelongsTo) {
  EXPECT_EQ(kassay("exec --case '*only_zh' --edition ko" + backend_), 2);
  EXPECT_THAT(error(), HasSubstr("not belong to edition ko, but to zh"));
  EXPECT_EQ(kassay("explain '*only_zh'"), 0);
  EXPECT_THAT(output(), HasSubstr("edition zh"));
}

TEST_F(Program, ExecOfACaseInAMode) {
  const std::string words = "exec --case toy/needs_constant/float32/a" + backend_;
  EXPECT_EQ(kassay(words), 0);  // the first mode, eager
  EXPECT_EQ(output(), "output 0: float32 (3,)\n  [1, 2.5, -3]\n");
  EXPECT_EQ(kassay(words + "--mode program"), 1);
  EXPECT_THAT(error(), HasSubstr("value error: call 1, needs_constant: x is no constant"));
}

TEST_F(Program, ExplainInAMode) {
  EXPECT_EQ(kassay("explain toy/needs_constant/float32/a"), 0);
  EXPECT_THAT(output(), AllOf(HasSubstr("Program (mode eager)\n"), HasSubstr("K.constant(")));
  EXPECT_EQ(kassay("explain toy/needs_constant/float32/a --mode program"), 0);
  EXPECT_THAT(output(), AllOf(HasSubstr("Program (mode program)\n"), Not(HasSubstr("K.constant(")),
                              HasSubstr("kassay exec --case toy/needs_constant/float32/a --mode "
                                        "program --backend reference --edition ja")));
}

TEST_F(Program, ExplainBeginsTheCommandWithTheEnvironmentOfTheRun) {
  const std::string file = vectors_.path("results");
  EXPECT_EQ(kassay("run identity" + backend_ + "--out '" + file + "'"), 0);
  Results results = read_results(file);
  results.header.backend_environment = {{"KASSAY_PYTHON", "/my venv/python"}};
  runner::write_text(file, to_line(results.header) + "\n" + to_line(results.cases[0]) + "\n");
  EXPECT_EQ(kassay("explain " + results.cases[0].case_id + " --results '" + file + "'"), 0);
  EXPECT_THAT(output(), HasSubstr("\n  KASSAY_PYTHON='/my venv/python' kassay exec --case toy/"));
}

TEST_F(Program, CaseRunsInAModeThatItHas) {
  for (const char* words : {"exec --case", "explain"}) {
    EXPECT_EQ(kassay(words + (" toy/identity/float32/a --mode dynamic" + backend_)), 2) << words;
    EXPECT_THAT(error(), HasSubstr("the case does not run in mode dynamic, but in eager")) << words;
    EXPECT_EQ(output(), "") << words;
    EXPECT_EQ(kassay(words + (" toy/identity/float32/a --mode lazy" + backend_)), 2) << words;
    EXPECT_THAT(error(), HasSubstr("lazy")) << words;
  }
}

TEST_F(Program, RunInAMode) {
  const std::string words = "run needs_constant --edition ja" + backend_ + "--mode ";
  EXPECT_EQ(kassay(words + "eager"), 0);
  EXPECT_THAT(error(), HasSubstr("1 result"));
  EXPECT_EQ(kassay(words + "program"), 1);
  EXPECT_EQ(kassay(words + "dynamic"), 4);
}

TEST_F(Program, CasesMayFollowAMode) {
  EXPECT_EQ(kassay("run --edition ja --mode eager,program needs_constant" + backend_), 1);
  EXPECT_THAT(error(), HasSubstr("2 results"));
}

TEST_F(Program, FilterFailedTakesTheModeThatFailed) {
  const std::string results = vectors_.path("results");
  EXPECT_EQ(kassay("run needs_constant --edition ja" + backend_ + "-o '" + results + "'"), 1);
  EXPECT_EQ(kassay("run --edition ja" + backend_ + "--filter-failed '" + results + "'"), 1);
  EXPECT_THAT(error(), HasSubstr("1 result"));
  EXPECT_THAT(output(), Not(HasSubstr("\"mode\":\"eager\"")));
}

TEST_F(Program, ReproducingCommandNamesTheMode) {
  EXPECT_EQ(kassay("run needs_constant --edition ja" + backend_), 1);
  EXPECT_THAT(error(), HasSubstr("kassay explain toy/needs_constant/float32/a --mode program "));
}

TEST_F(Program, UnknownFunctionInAProgramNamesTheClosest) {
  runner::write_text(vectors_.path("program"), R"({"calls": [{"call": "identty"}], "return": []})");
  EXPECT_EQ(kassay("exec '" + vectors_.path("program") + "'" + backend_), 1);
  EXPECT_THAT(error(),
              AllOf(HasSubstr("no function \"identty\""), HasSubstr("closest are identity")));
}

TEST_F(Program, StandardOutputThatIsFull) {
  const std::string command = "KASSAY_VECTORS='" + vectors_.directory() + "' '" +
                              runner::program_directory() + "/kassay' list cases > /dev/full 2> '" +
                              vectors_.path("err") + "'";
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_THAT(error(), AllOf(HasSubstr("standard output"), HasSubstr("disk with room")));
}

TEST_F(Program, NothingSelected) {
  EXPECT_EQ(kassay("run nothing_at_all" + backend_), 4);
  EXPECT_THAT(error(), HasSubstr("nothing_at_all"));
  EXPECT_EQ(output(), "");
}

TEST_F(Program, NothingFailedBefore) {
  EXPECT_EQ(kassay("run identity" + backend_ + "-o '" + vectors_.path("results") + "'"), 0);
  EXPECT_EQ(kassay("run" + backend_ + "--filter-failed '" + vectors_.path("results") + "'"), 4);
}

TEST_F(Program, BackendThatDoesNotStart) {
  EXPECT_EQ(kassay("run --backend nonsense"), 3);
  EXPECT_THAT(error(), AllOf(HasSubstr("nonsense"), HasSubstr("reference")));
  EXPECT_EQ(kassay("run --backend exec:false"), 3);
  EXPECT_EQ(kassay("exec --case toy/identity/float32/a --backend exec:/nowhere"), 3);
}

TEST_F(Program, PluginThatCannotBeLoaded) {
  EXPECT_EQ(kassay("run --backend plugin:/nowhere/plugin.so"), 3);
  EXPECT_THAT(error(),
              AllOf(HasSubstr("the plug-in could not be loaded"), HasSubstr("/nowhere/plugin.so")));
  EXPECT_EQ(kassay("run --backend plugin:"), 3);
  EXPECT_THAT(error(), HasSubstr("plugin: needs a file"));
}

TEST_F(Program, PluginInProcess) {
  EXPECT_EQ(kassay("run --backend plugin:" KASSAY_C_EXAMPLE " --in-process"), 3);
  EXPECT_THAT(error(), HasSubstr("leave out --in-process"));
}

TEST_F(Program, PluginOfARelativePath) {
  const std::filesystem::path example(KASSAY_C_EXAMPLE);
  const std::string relative = std::filesystem::relative(example).string();
  EXPECT_EQ(kassay("list functions --backend plugin:" + relative), 0);
  EXPECT_THAT(output(), HasSubstr("missing"));  // the functions of the test, which it was asked for
}

TEST_F(Program, EveryKindOfBackendIsInListAndHelp) {
  for (const char* command :
       {"list backends", "list backends --json", "run --help", "exec --help"}) {
    EXPECT_EQ(kassay(command), 0);
    for (const runner::BackendKind& kind : runner::backend_kinds()) {
      EXPECT_THAT(output(), HasSubstr(kind.form())) << command;
    }
  }
}

TEST_F(Program, UnknownBackendNamesTheNearest) {
  EXPECT_EQ(kassay("run --backend plugn:./mine.so"), 3);
  EXPECT_THAT(error(), HasSubstr("the nearest is plugin:<file.so>"));
}

TEST_F(Program, TimingTellsThePartsOfARun) {
  EXPECT_EQ(kassay("run identity --timing" + backend_), 0);
  EXPECT_THAT(error(),
              AllOf(HasSubstr("Time: "), HasSubstr("reading cases"), HasSubstr("the backend"),
                    HasSubstr("comparing"), HasSubstr("writing results")));
  EXPECT_EQ(kassay("run identity" + backend_), 0);
  EXPECT_THAT(error(), Not(HasSubstr("Time: ")));
}

TEST_F(Program, BackendThatIsAbsent) {
  EXPECT_EQ(kassay("run --backend \"exec:'" + runner::program_directory() +
                   "/misbehaving-worker' absent\""),
            77);
  EXPECT_THAT(error(), HasSubstr("there is no device"));
}

TEST_F(Program, FunctionThatIsListedMisspelledIsSaidOnce) {
  const std::string warning = "warning: the backend lists identty, which is no function of the API";
  EXPECT_EQ(kassay("run identity --jobs 2 --backend \"exec:'" + runner::program_directory() +
                   "/misbehaving-worker' misspells\""),
            1);
  EXPECT_THAT(error(), AllOf(HasSubstr(warning), HasSubstr("does not list identity")));
  EXPECT_EQ(error().find(warning), error().rfind(warning));
  EXPECT_EQ(kassay("run identity" + backend_), 0);
  EXPECT_THAT(error(), Not(HasSubstr("warning")));
}

TEST_F(Program, FilesThatCannotBeUsed) {
  EXPECT_EQ(kassay("run" + backend_ + "--out /nowhere/results"), 2);
  EXPECT_EQ(kassay("run" + backend_ + "--out /dev/full"), 2);
  EXPECT_EQ(kassay("run" + backend_ + "--vectors /nowhere"), 2);
  EXPECT_EQ(kassay("exec /nowhere" + backend_), 2);
}

TEST_F(Program, EarlierResultsAreNotReplacedSilently) {
  const std::string results = vectors_.path("results");
  const std::string run = "run identity" + backend_ + "--out '" + results + "'";
  runner::write_text(results, "");
  EXPECT_EQ(kassay(run), 0);
  const std::string before = runner::read_text(results);
  EXPECT_EQ(kassay(run), 2);
  EXPECT_THAT(error(), AllOf(HasSubstr(results + ": it is there already, and not empty"),
                             HasSubstr("--resume continues"), HasSubstr("--overwrite replaces")));
  EXPECT_EQ(runner::read_text(results), before);
  EXPECT_EQ(kassay(run + " --resume"), 0);
  EXPECT_EQ(runner::read_text(results), before);
  EXPECT_EQ(kassay("run invalid" + backend_ + "--overwrite --out '" + results + "'"), 1);
  EXPECT_EQ(read_results(results).cases.size(), 1u);
  EXPECT_EQ(kassay(run + " --resume --overwrite"), 2);
}

TEST_F(Program, FileThatHoldsNoResultsIsNotReplacedEither) {
  const std::string notes = vectors_.path("notes");
  runner::write_text(notes, "my notes\n");
  EXPECT_EQ(kassay("run identity" + backend_ + "--out '" + notes + "'"), 2);
  EXPECT_EQ(runner::read_text(notes), "my notes\n");
}

TEST_F(Program, DevicesTakeResults) {
  EXPECT_EQ(kassay("run identity" + backend_ + "--out /dev/null"), 0);
  EXPECT_EQ(kassay("run identity" + backend_ + "--out /dev/stdout"), 0);
  EXPECT_THAT(output(), HasSubstr("\"footer\""));
}

TEST_F(Program, ExecPrintsWhatComesOut) {
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

TEST_F(Program, ExecOfACase) {
  EXPECT_EQ(kassay("exec --case toy/identity/float32/a" + backend_), 0);
  EXPECT_EQ(output(), "output 0: float32 (3,)\n  [1, 2.5, -3]\n");
  EXPECT_EQ(kassay("exec --case toy/identity/float32/c" + backend_), 4);
  EXPECT_THAT(error(), HasSubstr("toy/identity/float32/a"));
}

TEST_F(Program, ExecPrintsAnError) {
  EXPECT_EQ(kassay("exec --case toy/invalid/float32/a" + backend_), 1);
  EXPECT_THAT(error(), AllOf(HasSubstr("value error"), HasSubstr("x must not be")));
  EXPECT_EQ(kassay("exec --json --case toy/invalid/float32/a" + backend_), 1);
  EXPECT_EQ(Json::parse(output())["error"]["kind"], "value");
  EXPECT_EQ(kassay("exec --case toy/abort/float32/a" + backend_), 1);
  EXPECT_THAT(error(), AllOf(HasSubstr("crash"), HasSubstr("SIGABRT")));
}

TEST_F(Program, ListCases) {
  EXPECT_EQ(kassay("list cases --tier smoke"), 0);
  EXPECT_EQ(output(), "toy/abort/float32/a\n");
  EXPECT_EQ(kassay("list cases identity --json"), 0);
  EXPECT_EQ(Json::parse(output()).size(), 2u);
}

TEST_F(Program, ListDecisionsOfAFunction) {
  EXPECT_EQ(kassay("list decisions identity"), 0);
  EXPECT_EQ(output(), "D-002  One\n  identity\n  C. All else is left open.\n");
  EXPECT_EQ(kassay("list decisions abort --json"), 0);
  EXPECT_EQ(Json::parse(output()), Json::array());
  EXPECT_EQ(kassay("list decisions"), 0);
  EXPECT_THAT(output(), HasSubstr("D-001  All\n  general\n  C.\nD-002  "));
  EXPECT_EQ(kassay("list decisions idenity"), 4);
  EXPECT_THAT(error(), HasSubstr("closest are: identity"));
}

TEST_F(Program, ListClausesSaysWhatIsLeftOpen) {
  EXPECT_EQ(kassay("list clauses identity"), 0);
  EXPECT_THAT(output(),
              AllOf(HasSubstr("identity.value  [ko: returns, NumPy code; zh: returns]\n  x itself\n"
                              "  ja says: x\n"),
                    HasSubstr("identity, left open  [D-002]\n  C. All else is left open.")));
  EXPECT_EQ(kassay("list clauses abort"), 0);
  EXPECT_THAT(output(), Not(HasSubstr("left open")));
}

TEST_F(Program, ListClausesOfTheIntroduction) {
  EXPECT_EQ(kassay("list clauses introduction"), 0);
  EXPECT_EQ(output(),
            "introduction.file  [ko: section on switching; D-001]\n  In a box.\n"
            "  Checked by a test of the Python adapter: It is opened.\n  Not checked: Its lid.\n"
            "introduction.game  [ko: section on backends]\n  They play.\n"
            "  Checked by the cases of identity.value.\n");
  EXPECT_EQ(kassay("list clauses --json"), 0);
  const Json all = Json::parse(output());
  EXPECT_EQ(all[0]["function"], "introduction");
  EXPECT_EQ(all[0]["checked"], "It is opened.");
  EXPECT_FALSE(all.back().contains("checked"));
}

TEST_F(Program, CoverageSaysHowTheIntroductionIsChecked) {
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

TEST_F(Program, ListClausesSaysWhatIsAcceptedToo) {
  const std::string specification = vectors_.path("specification.json");
  const std::string manifest = vectors_.path("manifest.json");
  EXPECT_EQ(kassay("list clauses identity"), 0);
  EXPECT_THAT(output(), Not(HasSubstr("accepted too")));
  std::string text = runner::read_text(specification), entries = runner::read_text(manifest);
  const std::string before = sha256(text), wrong = "\"wrong\"";
  text.replace(text.find(wrong), wrong.size(), "\"accepted\"");
  runner::write_text(specification, text);
  runner::write_text(manifest, entries.replace(entries.find(before), before.size(), sha256(text)));
  EXPECT_EQ(kassay("list clauses identity"), 0);
  EXPECT_THAT(output(),
              HasSubstr("\n  x itself\n  ja says: x\n  accepted too: No call is valid.\n"));
}

TEST_F(Program, SpecificationAsPages) {
  const std::string folder = vectors_.path("pages");
  // The case of needs_constant is in ja alone: the exit code says that its clause has none elsewhere,
  // and the page where.
  EXPECT_EQ(kassay("coverage --markdown --out '" + folder + "'"), 1);
  EXPECT_EQ(output(), "");
  EXPECT_THAT(error(), HasSubstr("wrote 5 pages into " + folder));
  EXPECT_THAT(runner::read_text(folder + "/README.md"),
              AllOf(HasSubstr("| ko | `000_toy.txt` |  | `0a` |"),
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

TEST_F(Program, PagesNeedAFolder) {
  EXPECT_EQ(kassay("coverage --markdown"), 2);
  EXPECT_THAT(error(), HasSubstr("--out DIR"));
  const std::string file = vectors_.path("out");
  EXPECT_EQ(kassay("coverage --markdown --out '" + file + "/pages'"), 2);
  EXPECT_THAT(error(), HasSubstr("Give --out a folder"));
  EXPECT_EQ(kassay("coverage --markdown --out /proc/pages"), 2);
  EXPECT_EQ(kassay("coverage --markdown --json --out '" + vectors_.path("pages") + "'"), 2);
  EXPECT_EQ(kassay("coverage --out '" + vectors_.path("pages") + "'"), 2);
}

TEST_F(Program, ListErrata) {
  EXPECT_EQ(kassay("list errata"), 0);
  EXPECT_EQ(output(), "E-001  [ja] identity\n  printed: p\n  meant: m\n");
  EXPECT_EQ(kassay("list errata --json"), 0);
  EXPECT_EQ(Json::parse(output())[0]["decisions"], Json({"D-001"}));
}

TEST_F(Program, InterruptedRunLeavesWhatItHasAndContinues) {
  runner::ToyVectors slow;
  slow.add("hang", {{"a"}});
  slow.add("alpha", {{"a"}});
  slow.finish();
  const std::string results = vectors_.path("results");
  const std::string command = "exec '" + runner::program_directory() + "/kassay' run" + backend_ +
                              "--timeout 60 --out '" + results + "' --vectors '" +
                              slow.directory() + "' 2> '" + vectors_.path("err") + "'";
  const char* words[] = {"sh", "-c", command.c_str(), nullptr};
  pid_t process = 0;
  ASSERT_EQ(posix_spawnp(&process, "sh", nullptr, nullptr, const_cast<char**>(words), environ), 0);
  // The interrupt comes once the case that ends is written; the other one hangs.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(50);
  while (read_if_there(results).find("alpha/float32/a") == std::string::npos &&
         std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  kill(process, SIGINT);
  int status = 0;
  ASSERT_EQ(waitpid(process, &status, 0), process);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) << status;
  EXPECT_THAT(error(), AllOf(HasSubstr("\nCut short, no failure so far\n"),
                             HasSubstr("only 1 of 2 results."),
                             HasSubstr("Interrupted; the same command with --resume continues")));
  const Results written = read_results(results);
  EXPECT_EQ(written.cases.size(), 1u);
  EXPECT_FALSE(written.footer);
}

}  // namespace
}  // namespace kassay::cli_test
