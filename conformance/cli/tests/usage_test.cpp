// Messages about unknown words, and help.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "conformance/cli/tests/kassay_program.h"

namespace kassay::usage_program_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Usage : public KassayProgram {};

TEST_F(Usage, HelpOfEveryCommandTeaches) {
  for (const char* command : {"run", "merge", "exec", "list", "list functions", "list cases",
                              "explain", "coverage", "report", "diff", "bench", "fuzz"}) {
    EXPECT_EQ(kassay(std::string(command) + " --help"), 0) << command;
    EXPECT_THAT(output(), HasSubstr("kassay ")) << command;
    EXPECT_EQ(error(), "") << command;
  }
}

TEST_F(Usage, HelpDoesNotShowHowCli11StoresValues) {
  for (const char* command :
       {"", "run", "merge", "waive", "exec", "list functions", "list cases", "list clauses",
        "list profiles", "explain", "coverage", "report", "diff", "bench", "fuzz"}) {
    EXPECT_EQ(kassay(std::string("help ") + command), 0) << command;
    for (const char* text : {"->", "OR {", "(=1024", ":{", "INT in", "FLOAT in", "POSITIVE",
                             "NONNEGATIVE", "(existing)"}) {
      EXPECT_THAT(output(), Not(HasSubstr(text))) << command;
    }
  }
}

TEST_F(Usage, HelpSaysWhatAValueMustFulfil) {
  EXPECT_EQ(kassay("run --help"), 0);
  EXPECT_THAT(output(),
              AllOf(HasSubstr("--sandbox SANDBOX"), HasSubstr("Workers at a time; 1 to 256\n"),
                    HasSubstr("; a number of bytes, such as 1073741824, 512MB or 2GB\n")));
}

TEST_F(Usage, ErrorsSayWhatAValueMustFulfil) {
  const std::pair<const char*, const char*> kErrors[] = {
      {"run --sandbox lax", "--sandbox: \"lax\" is not default, strict or off. `kassay"},
      {"run --fresh-workers 1", "\"1\" is not failures, always or never. `kassay"},
      {"run --memory 4XB",
       "\"4XB\" is not a number of bytes, such as 1073741824, 512MB or 2GB. `kassay"},
      {"run --max-answer 0", "--max-answer: 0 is not a number between 1 and 1073741824. `kassay"},
      {"run --jobs 257", "--jobs: 257 is not a number between 1 and 256. `kassay"},
      {"run --jobs", "--jobs needs a value. `kassay"},
      {"run my_module", "--backend is required, such as --backend python:my_module"},
      {"coverage softmax", "FUNCTION: needs --pairs or --triples. `kassay"},
      {"list cases --edition en", "--edition: \"en\" is not ko, zh or ja. `kassay"}};
  for (const auto& [words, text] : kErrors) {
    EXPECT_EQ(kassay(words), 2) << words;
    EXPECT_THAT(error(), AllOf(HasSubstr(text), Not(HasSubstr("->")), Not(HasSubstr("{"))));
  }
}

TEST_F(Usage, CommandsBeginAsTheProgramWasStarted) {
  const std::string here = "cd '" + runner::program_directory() + "'; ./kassay ";
  EXPECT_EQ(shell(here + "list cases --help"), 0);
  EXPECT_THAT(output(), AllOf(HasSubstr("Usage: ./kassay list cases "),
                              HasSubstr("\n  ./kassay list cases softmax\n"),
                              HasSubstr("`./kassay list profiles`"), Not(HasSubstr(" kassay "))));
  EXPECT_EQ(shell(here + "rn"), 2);
  EXPECT_EQ(error(),
            "kassay: `./kassay` has no command \"rn\"; the closest is run. `./kassay --help` lists "
            "the commands.\n");
  EXPECT_EQ(shell(here + "list cases nothing/at/all"), 4);
  EXPECT_THAT(error(), HasSubstr("`./kassay list cases`"));
}

TEST_F(Usage, UsageErrors) {
  for (const char* words : {"",
                            "fly",
                            "run",
                            "run --backend",
                            "list cases --tier half",
                            "run --backend reference --shard 3/2",
                            "run --backend reference --resume",
                            "run --backend reference --scheduler tcp://127.0.0.1:1",
                            "run --backend reference --batches 2",
                            "run --backend reference --out o --scheduler here --shard 1/2",
                            "run --backend reference --out o --scheduler here --keep-outputs d",
                            "fuzz --backend reference --out o --scheduler here --jobs 2",
                            "merge",
                            "merge one",
                            "merge one --out two",
                            "oracle",
                            "exec --backend reference",
                            "exec --backend reference --case toy/identity/float32/a --plan",
                            "run --backend reference --timeout nan",
                            "run --backend reference --out ''",
                            "explain toy/identity/float32/a --output 1",
                            "explain identity",
                            "fuzz --backend reference",
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

TEST_F(Usage, WrongCommandNamesTheClosest) {
  for (const char* words : {"rn", "rn --backend reference", "rn --help", "help rn"}) {
    EXPECT_EQ(kassay(words), 2) << words;
    EXPECT_EQ(output(), "") << words;
    EXPECT_EQ(error(),
              "kassay: `kassay` has no command \"rn\"; the closest is run. `kassay --help` lists "
              "the commands.\n")
        << words;
  }
}

TEST_F(Usage, WrongSubcommandNamesTheClosest) {
  for (const char* words : {"list fucntions", "list fucntions --json", "help list fucntions"}) {
    EXPECT_EQ(kassay(words), 2) << words;
    EXPECT_EQ(error(),
              "kassay: `kassay list` has no command \"fucntions\"; the closest is functions. "
              "`kassay list --help` lists the commands.\n")
        << words;
  }
}

TEST_F(Usage, WrongOptionNamesTheClosest) {
  for (const char* words : {"run --teir smoke", "run --backend reference --teir=smoke"}) {
    EXPECT_EQ(kassay(words), 2) << words;
    EXPECT_EQ(error(),
              "kassay: `kassay run` has no option --teir; the closest is --tier. `kassay run "
              "--help` lists the options.\n")
        << words;
  }
}

TEST_F(Usage, WrongOptionThatIsCloseToNone) {
  EXPECT_EQ(kassay("run --qqqqqqqqqq"), 2);
  EXPECT_THAT(error(), AllOf(HasSubstr("no option --qqqqqqqqqq. "), Not(HasSubstr("closest"))));
}

TEST_F(Usage, WordTooMany) {
  EXPECT_EQ(kassay("explain toy/identity/float32/a another"), 2);
  EXPECT_THAT(error(), HasSubstr("`kassay explain` does not take \"another\""));
}

TEST_F(Usage, HelpOfACommandIsThatOfItsOption) {
  for (const char* command : {"", "run", "list", "list cases"}) {
    EXPECT_EQ(kassay(command + std::string(" --help")), 0) << command;
    const std::string by_option = output();
    EXPECT_EQ(kassay(std::string("help ") + command), 0) << command;
    EXPECT_EQ(output(), by_option) << command;
  }
}

}  // namespace
}  // namespace kassay::usage_program_test
