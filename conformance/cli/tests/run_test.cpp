// `kassay run`: exit codes, the two output streams, and the results file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

#include "conformance/cli/tests/kassay_program.h"
#include "spec/lib/results.h"

namespace kassay::run_program_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class RunProgram : public KassayProgram {};

TEST_F(RunProgram, RunOfOneFunctionWithoutFailure) {
  EXPECT_EQ(kassay("run identity" + backend_), 0);
  EXPECT_THAT(error(), AllOf(HasSubstr("2 results"), HasSubstr("2 pass"),
                             HasSubstr("\nNo failure in the part that was run\n"
                                       "Not a claim of conformance:\n  Only some cases"),
                             Not(HasSubstr("\x1b"))));
  EXPECT_THAT(output(), AllOf(HasSubstr("\"header\""), HasSubstr("\"footer\"")));
}

TEST_F(RunProgram, RunThatIsNotConformantNamesTheCommandThatExplains) {
  EXPECT_EQ(kassay("run" + backend_ + "--out '" + vectors_.path("results") + "'"), 1);
  EXPECT_EQ(output(), "");
  EXPECT_THAT(error(), AllOf(HasSubstr("1 crash"), HasSubstr("1 error"),
                             HasSubstr("kassay explain toy/abort/float32/a --backend 'exec:")));
  EXPECT_EQ(read_results(vectors_.path("results")).cases.size(), 4u);
  EXPECT_EQ(kassay("run" + backend_ + "--filter-failed '" + vectors_.path("results") + "'"), 1);
  EXPECT_THAT(error(), HasSubstr("2 results"));
}

TEST_F(RunProgram, UnsupportedResultsAreGroupedByCause) {
  EXPECT_EQ(kassay("run identity unsupported --edition zh" + backend_), 0);
  EXPECT_THAT(error(), HasSubstr("\nUnsupported, by cause\n  1  unsupported: "));
}

TEST_F(RunProgram, SandboxIsInTheResults) {
  EXPECT_EQ(kassay("run identity" + backend_), 0);
  EXPECT_THAT(output(), HasSubstr("\"sandbox\":{\"mode\":\"default\""));
  EXPECT_EQ(kassay("run identity --sandbox off" + backend_), 0);
  EXPECT_THAT(output(), HasSubstr("\"sandbox\":{\"mode\":\"off\"}"));
  EXPECT_EQ(kassay("run identity --sandbox none" + backend_), 2);
  EXPECT_EQ(kassay("run identity --writable /no/such/folder" + backend_), 2);
}

TEST_F(RunProgram, AcceptedAnswersAreNamed) {
  vectors_.accept_refusal("invalid");
  EXPECT_EQ(kassay("run invalid identity" + backend_), 0);
  EXPECT_THAT(error(), HasSubstr("\nAccepted readings\n"
                                 "  1  invalid: refused: No call is valid.\n"));
  EXPECT_EQ(kassay("run identity" + backend_), 0);
  EXPECT_THAT(error(), Not(HasSubstr("unspecified")));
}

TEST_F(RunProgram, SupportedFunctionsConform) {
  runner::ToyVectors lacking;
  lacking.add("identity", {{"a"}});
  lacking.add("unsupported", {{"a"}});
  lacking.finish();
  EXPECT_EQ(kassay("run --vectors '" + lacking.directory() + "'" + backend_), 0);
  EXPECT_THAT(
      error(),
      HasSubstr("\n1 of 1 supported functions conform; 1 of 2 supported: 1 result unsupported\n"));
}

TEST_F(RunProgram, ReportSaysTheVerdict) {
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

TEST_F(RunProgram, PageAtTheEndIsThatOfReport) {
  const std::string results = vectors_.path("results"), page = vectors_.path("page.html");
  const std::string later = vectors_.path("later.html"), report = "--report '" + page + "' ";
  EXPECT_EQ(kassay("run --jobs 2" + backend_ + report + "--out '" + results + "'"), 1);
  EXPECT_THAT(error(), HasSubstr("wrote " + page));
  EXPECT_EQ(output(), "");
  EXPECT_EQ(kassay("report '" + results + "' --out '" + later + "'"), 0);
  EXPECT_EQ(runner::read_text(page), runner::read_text(later));
  // The results in the file were run earlier.
  EXPECT_EQ(kassay("run --jobs 2" + backend_ + report + "--resume --out '" + results + "'"), 1);
  EXPECT_EQ(runner::read_text(page), runner::read_text(later));
}

TEST_F(RunProgram, PageOfResultsThatAreInNoFile) {
  const std::string page = vectors_.path("page.html"), history = vectors_.path("history");
  EXPECT_EQ(kassay("run" + backend_ + "--report '" + page + "' --history '" + history + "'"), 1);
  EXPECT_THAT(output(), HasSubstr("\"footer\""));
  EXPECT_THAT(runner::read_text(page),
              AllOf(HasSubstr("toy/abort/float32/a"), HasSubstr("SIGABRT"),
                    HasSubstr("\"history\":[{"), Not(HasSubstr("was cut short"))));
  EXPECT_EQ(kassay("run identity" + backend_ + "--report - --out /dev/null"), 0);
  EXPECT_THAT(output(), testing::StartsWith("<!DOCTYPE html>"));
}

TEST_F(RunProgram, PageThatCannotBeWrittenIsRefusedBeforeTheRun) {
  const std::string out = vectors_.path("results");
  const std::string run = "run" + backend_ + "--out '" + out + "' --report ";
  for (const std::string& page :
       {std::string("/nowhere/page.html"), std::string("/proc/page.html"),
        "'" + vectors_.directory() + "'", "'" + out + "'", std::string("h --history ./h"),
        std::string("w --waivers w"), std::string("''")}) {
    EXPECT_EQ(kassay(run + page), 2) << page;
    EXPECT_NE(error(), "") << page;
    EXPECT_FALSE(std::filesystem::exists(out)) << page;
  }
  EXPECT_EQ(kassay("run" + backend_ + "--report -"), 2);
  EXPECT_EQ(output(), "");
  // Before a scheduler is asked, too.
  EXPECT_EQ(kassay(run + "/nowhere/page.html --scheduler tcp://127.0.0.1:1"), 2);
  EXPECT_THAT(error(), HasSubstr("/nowhere/page.html"));
}

TEST_F(RunProgram, ResultsCutInHalfAreNamedWithWhatToDo) {
  const std::string results = vectors_.path("results"), whole = vectors_.path("whole");
  const std::string note = results + " has no footer: it holds 1 of 2 results. If the run was cut";
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
  EXPECT_THAT(error(), Not(HasSubstr("has no footer")));
}

TEST_F(RunProgram, ResultsCutInTheirHeaderAreNamedWithWhatToDo) {
  const std::string results = vectors_.path("results");
  runner::write_text(results, "{\"header\":{\"backend\":");
  for (const char* command : {"report", "waive", "explain toy/identity/float32/a --results"}) {
    EXPECT_EQ(kassay(std::string(command) + " '" + results + "'"), 2) << command;
    EXPECT_THAT(error(), AllOf(HasSubstr(results + ": line 1: it ends in the middle of the header"),
                               HasSubstr("run again with --overwrite")));
  }
}

TEST_F(RunProgram, RunInAMode) {
  const std::string words = "run needs_constant --edition ja" + backend_ + "--mode ";
  EXPECT_EQ(kassay(words + "eager"), 0);
  EXPECT_THAT(error(), HasSubstr("1 result"));
  EXPECT_EQ(kassay(words + "program"), 1);
  EXPECT_EQ(kassay(words + "dynamic"), 4);
}

TEST_F(RunProgram, CasesMayFollowAMode) {
  EXPECT_EQ(kassay("run --edition ja --mode eager,program needs_constant" + backend_), 1);
  EXPECT_THAT(error(), HasSubstr("2 results"));
}

TEST_F(RunProgram, FilterFailedTakesTheModeThatFailed) {
  const std::string results = vectors_.path("results");
  EXPECT_EQ(kassay("run needs_constant --edition ja" + backend_ + "-o '" + results + "'"), 1);
  EXPECT_EQ(kassay("run --edition ja" + backend_ + "--filter-failed '" + results + "'"), 1);
  EXPECT_THAT(error(), HasSubstr("1 result"));
  EXPECT_THAT(output(), Not(HasSubstr("\"mode\":\"eager\"")));
}

TEST_F(RunProgram, ReproducingCommandNamesTheMode) {
  EXPECT_EQ(kassay("run needs_constant --edition ja" + backend_), 1);
  EXPECT_THAT(error(),
              HasSubstr("\n      kassay explain toy/needs_constant/float32/a --mode program "));
}

TEST_F(RunProgram, ReproducingCommandBeginsAsTheProgramWasStarted) {
  const std::string folder = vectors_.path("my programs");
  std::filesystem::create_directory_symlink(runner::program_directory(), folder);
  EXPECT_EQ(shell("'" + folder + "/kassay' run abort" + backend_), 1);
  EXPECT_THAT(error(), HasSubstr("\n      '" + folder + "/kassay' explain toy/abort/float32/a "));
  EXPECT_EQ(shell("cd '" + folder + "'; ./kassay explain toy/abort/float32/a"), 0);
  EXPECT_THAT(output(), HasSubstr("\n  ./kassay exec --case toy/abort/float32/a "));
  EXPECT_EQ(shell("cd '" + folder + "'; ./kassay explain toy/abort/float32/a --json"), 0);
  EXPECT_THAT(output(), HasSubstr("\"reproduce\":\"kassay exec --case "));
}

TEST_F(RunProgram, StandardOutputThatIsFull) {
  for (const char* words : {"list cases", "--help", "help run"}) {
    EXPECT_EQ(kassay(words + std::string(" > /dev/full")), 2) << words;
    EXPECT_THAT(error(), AllOf(HasSubstr("standard output"), HasSubstr("disk with free space")))
        << words;
  }
}

// As by `head`; a parent may have told its children to ignore SIGPIPE, and a run of workers ignores it too.
TEST_F(RunProgram, PipeWhoseReaderHasGone) {
  constexpr int kPipe = 9;  // one digit, as sh takes it
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(dup2(ends[1], kPipe), kPipe);
  close(ends[0]);
  close(ends[1]);
  for (const char* trap : {"", "trap '' PIPE; "}) {
    for (const char* words : {"list cases", "list clauses --json", "--help"}) {
      const int code = shell(std::string(trap) + "kassay " + words + " >&9; exit $?");
      EXPECT_EQ(code, 128 + SIGPIPE) << trap << words;
      EXPECT_EQ(error(), "") << trap << words;
    }
  }
  close(kPipe);
}

TEST_F(RunProgram, AFileThatGrowsTooLargeIsLikeAFullDisk) {
  const std::string command = "ulimit -f 2; KASSAY_VECTORS='" + vectors_.directory() + "' '" +
                              runner::program_directory() + "/kassay' run" + backend_ + "--out '" +
                              vectors_.path("results") + "' > /dev/null 2> '" +
                              vectors_.path("err") + "'";
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_THAT(error(), AllOf(HasSubstr("results: cannot be written"), HasSubstr("--resume")));
}

TEST_F(RunProgram, NothingSelected) {
  EXPECT_EQ(kassay("run nothing_at_all" + backend_), 4);
  EXPECT_THAT(error(), HasSubstr("nothing_at_all"));
  EXPECT_EQ(output(), "");
}

TEST_F(RunProgram, NothingFailedBefore) {
  EXPECT_EQ(kassay("run identity" + backend_ + "-o '" + vectors_.path("results") + "'"), 0);
  EXPECT_EQ(kassay("run" + backend_ + "--filter-failed '" + vectors_.path("results") + "'"), 4);
}

TEST_F(RunProgram, TimingTellsThePartsOfARun) {
  EXPECT_EQ(kassay("run identity --timing" + backend_), 0);
  EXPECT_THAT(error(),
              AllOf(HasSubstr("Time: "), HasSubstr("reading cases"), HasSubstr("the backend"),
                    HasSubstr("comparing"), HasSubstr("writing results")));
  EXPECT_EQ(kassay("run identity" + backend_), 0);
  EXPECT_THAT(error(), Not(HasSubstr("Time: ")));
}

TEST_F(RunProgram, FilesThatCannotBeUsed) {
  EXPECT_EQ(kassay("run" + backend_ + "--out /nowhere/results"), 2);
  EXPECT_EQ(kassay("run" + backend_ + "--out /dev/full"), 2);
  EXPECT_EQ(kassay("run" + backend_ + "--vectors /nowhere"), 2);
  EXPECT_EQ(kassay("exec /nowhere" + backend_), 2);
}

TEST_F(RunProgram, EarlierResultsAreNotReplacedSilently) {
  const std::string results = vectors_.path("results");
  const std::string run = "run identity" + backend_ + "--out '" + results + "'";
  runner::write_text(results, "");
  EXPECT_EQ(kassay(run), 0);
  const std::string before = runner::read_text(results);
  EXPECT_EQ(kassay(run), 2);
  EXPECT_THAT(error(), AllOf(HasSubstr(results + ": it already exists, and is not empty"),
                             HasSubstr("--resume continues"), HasSubstr("--overwrite replaces")));
  EXPECT_EQ(runner::read_text(results), before);
  EXPECT_EQ(kassay(run + " --resume"), 0);
  EXPECT_EQ(runner::read_text(results), before);
  EXPECT_EQ(kassay("run invalid" + backend_ + "--overwrite --out '" + results + "'"), 1);
  EXPECT_EQ(read_results(results).cases.size(), 1u);
  EXPECT_EQ(kassay(run + " --resume --overwrite"), 2);
}

TEST_F(RunProgram, FileThatHoldsNoResultsIsNotReplacedEither) {
  const std::string notes = vectors_.path("notes");
  runner::write_text(notes, "my notes\n");
  EXPECT_EQ(kassay("run identity" + backend_ + "--out '" + notes + "'"), 2);
  EXPECT_EQ(runner::read_text(notes), "my notes\n");
}

TEST_F(RunProgram, DevicesTakeResults) {
  EXPECT_EQ(kassay("run identity" + backend_ + "--out /dev/null"), 0);
  EXPECT_EQ(kassay("run identity" + backend_ + "--out /dev/stdout"), 0);
  EXPECT_THAT(output(), HasSubstr("\"footer\""));
}

TEST_F(RunProgram, InterruptedRunLeavesWhatItHasAndContinues) {
  runner::ToyVectors slow;
  slow.add("hang", {{"a"}});
  slow.add("alpha", {{"a"}});
  slow.finish();
  const std::string results = vectors_.path("results");
  const std::string command = "exec '" + runner::program_directory() + "/kassay' run" + backend_ +
                              "--timeout 60 --out '" + results + "' --report '" +
                              vectors_.path("page.html") + "' --vectors '" + slow.directory() +
                              "' 2> '" + vectors_.path("err") + "'";
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
  EXPECT_THAT(runner::read_text(vectors_.path("page.html")),
              AllOf(HasSubstr("alpha/float32/a"), HasSubstr("The run was cut short")));
}

}  // namespace
}  // namespace kassay::run_program_test
