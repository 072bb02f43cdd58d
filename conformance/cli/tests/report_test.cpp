// `kassay report` from outside, and what `kassay run` shares with it: gates and history.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "conformance/cli/tests/kassay_program.h"
#include "spec/lib/results.h"

namespace kassay::report_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Json = nlohmann::json;

class ReportProgram : public KassayProgram {
 protected:
  // Two results pass; one is a crash, one an error.
  std::string whole_run() {
    const std::string file = vectors_.path("results");
    EXPECT_EQ(kassay("run" + backend_ + "--out '" + file + "'"), 1);
    return file;
  }
  // `kassay report` in a terminal of so many columns; returns what it prints there.
  std::string in_terminal(const std::string& environment, int columns, const std::string& words) {
    const std::string command = "env -u NO_COLOR TERM=xterm " + environment + " KASSAY_VECTORS='" +
                                vectors_.directory() + "' script -qec \"stty cols " +
                                std::to_string(columns) + "; '" + runner::program_directory() +
                                "/kassay' report " + words + "\" /dev/null > '" +
                                vectors_.path("out") + "' < /dev/null";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    return output();
  }
};

TEST_F(ReportProgram, TableOfWhatDoesNotPass) {
  const std::string file = whole_run();
  EXPECT_EQ(kassay("report '" + file + "'"), 0);
  EXPECT_THAT(output(), AllOf(HasSubstr(": Not conformant. 2 pass, 1 error, 1 crash\n"),
                              HasSubstr("\nabort     toy       crash\ninvalid   toy       error\n"),
                              Not(HasSubstr("\nidentity")), Not(HasSubstr("\x1b")),
                              HasSubstr("1 other function passes fully; --all shows it.\n")));
  EXPECT_EQ(kassay("report '" + file + "' --all"), 0);
  EXPECT_THAT(output(), AllOf(HasSubstr("\nidentity  toy       pass\n"), Not(HasSubstr("--all"))));
}

TEST_F(ReportProgram, TableHasAColumnForEachRun) {
  const std::string file = whole_run();
  EXPECT_EQ(kassay("report '" + file + "' '" + file + "'"), 0);
  EXPECT_THAT(output(), HasSubstr("\nabort     toy       crash"));
  EXPECT_THAT(output(), testing::ContainsRegex("\nabort +toy +crash +crash\n"));
}

TEST_F(ReportProgram, UnsupportedFunctionsAreCountedBelowTheTable) {
  const std::string file = vectors_.path("zh");
  EXPECT_EQ(kassay("run unsupported identity --edition zh" + backend_ + "--out '" + file + "'"), 0);
  EXPECT_EQ(kassay("report '" + file + "'"), 0);
  EXPECT_THAT(output(), AllOf(HasSubstr("1 function is not supported; --all shows it.\n"),
                              Not(HasSubstr("\nunsupported "))));
  EXPECT_EQ(kassay("report --all '" + file + "'"), 0);
  EXPECT_THAT(output(), HasSubstr("\nunsupported  toy "));
}

TEST_F(ReportProgram, TableFitsTheTerminal) {
  const std::string file = whole_run();
  const std::string printed = in_terminal("NO_COLOR=1", 30, "'" + file + "' '" + file + "'");
  std::size_t rows = 0;
  for (std::size_t begin = printed.find("function  category"); begin < printed.size();) {
    const std::size_t end = std::min(printed.find('\r', begin), printed.size());
    if (end == begin) break;  // the end of the table
    std::size_t characters = 0;
    for (const char c : printed.substr(begin, end - begin)) characters += (c & 0xC0) != 0x80;
    EXPECT_LE(characters, 38u) << printed;  // four columns of 8 at least, with 2 between them
    ++rows;
    begin = printed.find('\n', end) + 1;
  }
  EXPECT_EQ(rows, 3u) << printed;
}

TEST_F(ReportProgram, ColoursOnATerminalUnlessRefused) {
  const std::string file = "'" + whole_run() + "'";
  EXPECT_THAT(in_terminal("", 100, file), HasSubstr("\x1b[31mcrash"));
  EXPECT_THAT(in_terminal("NO_COLOR=1", 100, file), Not(HasSubstr("\x1b[")));
  EXPECT_THAT(in_terminal("TERM=dumb", 100, file), Not(HasSubstr("\x1b[")));
}

TEST_F(ReportProgram, EveryFormatAtOnce) {
  const std::string file = whole_run();
  const std::string folder = vectors_.path("made");
  std::filesystem::create_directories(folder);
  EXPECT_EQ(kassay("report '" + file + "' --out '" + folder + "/r.html' --junit '" + folder +
                   "/r.xml' --ctrf '" + folder + "/r.json' --markdown '" + folder +
                   "/r.md' --badges '" + folder + "/badges'"),
            0);
  EXPECT_EQ(output(), "");
  EXPECT_THAT(error(),
              AllOf(HasSubstr(": Not conformant\n"), HasSubstr("wrote " + folder + "/r.md"),
                    HasSubstr("wrote badges in " + folder + "/badges")));
  EXPECT_THAT(runner::read_text(folder + "/r.html"), StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(runner::read_text(folder + "/r.xml"), StartsWith("<?xml"));
  EXPECT_EQ(Json::parse(runner::read_text(folder + "/r.json"))["reportFormat"], "CTRF");
  EXPECT_THAT(runner::read_text(folder + "/r.md"), HasSubstr("❌ **Not conformant**"));
  EXPECT_EQ(Json::parse(runner::read_text(folder + "/badges/kassay.json"))["message"],
            "not conformant: 1 of 3 right, 3 of 5 supported");
  // Of a whole run, the badge of a profile says how much of it is right.
  EXPECT_EQ(Json::parse(runner::read_text(folder + "/badges/kassay-broken.json"))["message"],
            "1 of 3 right, 3 of 3 supported");
  EXPECT_EQ(Json::parse(runner::read_text(folder + "/badges/kassay-plain.json"))["message"],
            "conformant");
}

TEST_F(ReportProgram, SupportMatrixInTheFormOfItsEnding) {
  const std::string file = "report '" + whole_run() + "' --matrix '" + vectors_.path("ops");
  EXPECT_EQ(kassay(file + ".md'"), 0);
  EXPECT_THAT(error(), HasSubstr("wrote " + vectors_.path("ops.md")));
  EXPECT_THAT(runner::read_text(vectors_.path("ops.md")),
              AllOf(StartsWith("# Support of the Keras backend API\n"),
                    HasSubstr("\n## toy\n\n| function | of | all | float32 |\n"),
                    HasSubstr("\n| abort | value | ❌ 0/1/1 | ❌ 0/1/1 |\n"),
                    HasSubstr("\n| identity | value | ✅ 2 | ✅ 2 |\n"),
                    HasSubstr("\n| unsupported | value | – | – |\n")));
  EXPECT_EQ(kassay(file + ".csv'"), 0);
  EXPECT_THAT(runner::read_text(vectors_.path("ops.csv")), HasSubstr(",value,float32,2,2,2\n"));
  EXPECT_EQ(kassay(file + ".json'"), 0);
  EXPECT_EQ(Json::parse(runner::read_text(vectors_.path("ops.json")))["functions"].size(), 5u);
  EXPECT_EQ(kassay(file + ".txt'"), 2);
  EXPECT_THAT(error(), HasSubstr("does not end in .md, .csv or .json"));
  EXPECT_EQ(kassay(file + ".md' --vectors /nowhere"), 2);
  EXPECT_THAT(error(), HasSubstr("/nowhere"));
}

TEST_F(ReportProgram, SiteOfCounts) {
  const std::string results = whole_run(), counts = vectors_.path("counts.json");
  EXPECT_EQ(kassay("report '" + results + "' --counts '" + counts + "'"), 0);
  EXPECT_THAT(error(), HasSubstr("wrote " + counts));
  EXPECT_EQ(kassay("report '" + counts + "' --site '" + vectors_.path("site") + "'"), 0);
  EXPECT_THAT(runner::read_text(vectors_.path("site/index.html")), HasSubstr(">Not conformant<"));
  EXPECT_THAT(runner::read_text(vectors_.path("site/support.html")), HasSubstr(">identity<"));
  EXPECT_EQ(kassay("report '" + counts + "'"), 2);
  EXPECT_THAT(error(), HasSubstr("has only counts of results, which need --site"));
  EXPECT_EQ(kassay("run identity" + backend_ + "--overwrite --out '" + results + "'"), 0);
  EXPECT_EQ(kassay("report '" + results + "' --counts '" + counts + "'"), 2);
  EXPECT_THAT(error(), HasSubstr("is a part of its tier"));
}

TEST_F(ReportProgram, SupportMatrixThatIsOutOfDate) {
  const std::string matrix = vectors_.path("ops.md");
  const std::string command = "report '" + whole_run() + "' --matrix '" + matrix + "'";
  EXPECT_EQ(kassay(command + " --check"), 2);
  EXPECT_THAT(error(), HasSubstr("Write it first: the same command without --check."));
  EXPECT_EQ(kassay(command), 0);
  const std::string now = runner::read_text(matrix), line = "| identity | value | ✅ 2 | ✅ 2 |";
  EXPECT_EQ(kassay(command + " --check"), 0);
  EXPECT_EQ(error(), "");
  const std::size_t place = now.find(line);
  ASSERT_NE(place, std::string::npos);
  std::string before = now;
  before.replace(place, line.size(), "| identity | value | \x1b[2J |");
  runner::write_text(matrix, before);
  EXPECT_EQ(kassay(command + " --check"), 1);
  const auto number = 1 + std::count(now.begin(), now.begin() + static_cast<long>(place), '\n');
  EXPECT_EQ(error(), matrix + " is out of date from line " + std::to_string(number) +
                         ":\n  it has     | identity | value | \\u{001B}[2J |\n  instead of " +
                         line + "\nThe same command without --check writes it.\n");
  EXPECT_EQ(runner::read_text(matrix), before);
  runner::write_text(matrix, now + "more\n");
  EXPECT_EQ(kassay(command + " --check"), 1);
  EXPECT_THAT(error(), HasSubstr("\n  it has     more\n  instead of (the end)\n"));
  runner::write_text(matrix, "");
  EXPECT_EQ(kassay(command + " --check"), 1);
  EXPECT_THAT(error(), HasSubstr("from line 1:\n  it has     (the end)\n  instead of # Support"));
}

TEST_F(ReportProgram, StandardOutputIsAppendedTo) {
  const std::string results = whole_run(), page = vectors_.path("page");
  for (const std::string& name : {std::string("-"), std::string("/dev/stdout")}) {
    runner::write_text(page, "before\n");
    const std::string command = "'" + runner::program_directory() + "/kassay' report '" + results +
                                "' --vectors none --markdown " + name + " >> '" + page +
                                "' 2> /dev/null";
    EXPECT_EQ(std::system(command.c_str()), 0);
    EXPECT_THAT(runner::read_text(page), StartsWith("before\n## Keras backend API conformance\n"));
  }
}

TEST_F(ReportProgram, OutputsThatAreInEachOthersWay) {
  const std::string file = "'" + whole_run() + "'";
  for (const std::string& words :
       {" --ctrf " + file, " --markdown " + file, std::string(" --ctrf same --markdown ./same"),
        std::string(" --all --out page.html"), std::string(" --all --badges badges"),
        std::string(" --history history.jsonl"), std::string(" --history h --out ./h"),
        std::string(" --no-worse-than /nowhere"), std::string(" --fail-on failed"),
        std::string(" --max-failures -1"), std::string(" --min-cases many"),
        std::string(" --check"), std::string(" --check --matrix -"),
        std::string(" --check --matrix a.md --junit a.xml"),
        std::string(" --check --matrix a.md --badges badges"),
        std::string(" --markdown a.md --matrix ./a.md")}) {
    EXPECT_EQ(kassay("report " + file + words), 2) << words;
    EXPECT_NE(error(), "") << words;
  }
}

TEST_F(ReportProgram, GatesOfAReport) {
  const std::string file = "report '" + whole_run() + "' --markdown /dev/null ";
  EXPECT_EQ(kassay(file), 0);
  EXPECT_EQ(kassay(file + "--max-failures 2 --min-cases 4"), 0);
  EXPECT_EQ(kassay(file + "--fail-on timeout"), 0);
  EXPECT_EQ(kassay(file + "--max-failures 1"), 1);
  EXPECT_THAT(error(), HasSubstr("Gate failed: --max-failures: 2 results of 4 are against the "
                                 "backend; the limit is 1.\n  crash  toy/abort/float32/a"));
  EXPECT_EQ(kassay(file + "--min-cases 5"), 1);
}

TEST_F(ReportProgram, TruncatedRunShutsAnyGate) {
  const std::string file = whole_run(), text = runner::read_text(file);
  runner::write_text(file, text.substr(0, text.size() - 5));
  EXPECT_EQ(kassay("report '" + file + "' --fail-on timeout"), 1);
  EXPECT_THAT(error(), HasSubstr("Gate failed: The run was cut short"));
}

TEST_F(ReportProgram, EachRunMustPassTheGates) {
  const std::string good = vectors_.path("good"), bad = whole_run();
  EXPECT_EQ(kassay("run identity" + backend_ + "--out '" + good + "'"), 0);
  EXPECT_EQ(kassay("report '" + good + "' --max-failures 0"), 0);
  EXPECT_EQ(kassay("report '" + good + "' '" + bad + "' --max-failures 0"), 1);
  EXPECT_THAT(error(), AllOf(HasSubstr("Gate failed for "), HasSubstr(bad)));
}

TEST_F(ReportProgram, GatesOfARunDecideInPlaceOfConformance) {
  EXPECT_EQ(kassay("run" + backend_ + "--max-failures 2"), 0);
  EXPECT_THAT(error(), AllOf(HasSubstr("Not conformant: 2 results"),
                             HasSubstr("All gates passed, so the exit code is 0.")));
  EXPECT_EQ(kassay("run" + backend_ + "--max-failures 1"), 1);
  EXPECT_EQ(kassay("run" + backend_ + "--fail-on timeout,fail"), 0);
  EXPECT_EQ(kassay("run" + backend_ + "--fail-on timeout,crash"), 1);
  EXPECT_THAT(error(), HasSubstr("Gate failed: --fail-on: 1 result of 4 is timeout or crash"));
}

TEST_F(ReportProgram, LeastNumberOfResultsComesOnTopOfConformance) {
  EXPECT_EQ(kassay("run identity" + backend_ + "--min-cases 2"), 0);
  EXPECT_EQ(kassay("run identity" + backend_ + "--min-cases 3"), 1);
  EXPECT_THAT(error(), HasSubstr("of 2 results, 2 were judged"));
  EXPECT_EQ(kassay("run" + backend_ + "--min-cases 2"), 1);
  EXPECT_EQ(kassay("run unsupported --edition zh" + backend_ + "--max-failures 9"), 1);
}

TEST_F(ReportProgram, RunNoWorseThanAnEarlierOne) {
  const std::string before = whole_run();
  const std::string gate = "--no-worse-than '" + before + "' ";
  EXPECT_EQ(kassay("run" + backend_ + gate), 0);
  EXPECT_EQ(kassay("run identity" + backend_ + gate), 1);
  EXPECT_THAT(error(), AllOf(HasSubstr("--no-worse-than: 2 results worse than in " + before),
                             HasSubstr("2 gone"), HasSubstr("\n  gone  toy/abort/float32/a")));
  std::string text = runner::read_text(before);
  const std::size_t place = text.find("\"outcome\":\"crash\"");
  ASSERT_NE(place, std::string::npos);
  runner::write_text(before, text.replace(place, 17, "\"outcome\":\"pass\""));
  EXPECT_EQ(kassay("run" + backend_ + gate), 1);
  EXPECT_THAT(error(), HasSubstr("\n  broken  toy/abort/float32/a [eager]\n"));
  const std::string footer = text.substr(text.rfind('\n', text.size() - 2) + 1);
  runner::write_text(before, text.substr(0, text.size() - footer.size()));
  kassay("run" + backend_ + gate);
  EXPECT_THAT(error(), HasSubstr("note: " + before + " has no footer"));
  EXPECT_EQ(kassay("run" + backend_ + "--no-worse-than /nowhere"), 2);
  EXPECT_EQ(output(), "");
}

TEST_F(ReportProgram, HistoryOfRunsIsDrawnInThePage) {
  const std::string history = vectors_.path("history"), page = vectors_.path("page.html");
  const std::string append = " --history '" + history + "'";
  EXPECT_EQ(kassay("run identity" + backend_ + append), 0);
  EXPECT_EQ(kassay("run" + backend_ + append), 1);
  EXPECT_EQ(kassay("report '" + whole_run() + "' --out '" + page + "'" + append), 0);
  EXPECT_THAT(runner::read_text(page),
              AllOf(HasSubstr("\"history\":[{"), HasSubstr("\"verdict\":\"no-failure\""),
                    HasSubstr("\"verdict\":\"not-conformant\"")));
}

TEST_F(ReportProgram, FileThatIsNoHistoryIsRefusedBeforeTheRun) {
  const std::string notes = vectors_.path("notes");
  runner::write_text(notes, "my notes\n");
  EXPECT_EQ(kassay("run identity" + backend_ + "--history '" + notes + "'"), 2);
  EXPECT_THAT(error(), HasSubstr("notes: line 1"));
  EXPECT_EQ(output(), "");
  EXPECT_EQ(runner::read_text(notes), "my notes\n");
  EXPECT_EQ(kassay("run identity" + backend_ + "--history /nowhere/history"), 2);
  EXPECT_EQ(kassay("report '" + whole_run() + "' --out /dev/null --history /nowhere/history"), 2);
  EXPECT_THAT(error(), HasSubstr("does not exist or holds no run"));
}

}  // namespace
}  // namespace kassay::report_test
