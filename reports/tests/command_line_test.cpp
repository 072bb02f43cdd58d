#include "reports/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/tests/samples.h"

namespace kassay::reports::command_line_test {
namespace {

TEST(CommandLine, WordsOfAShell) {
  EXPECT_EQ(shell_word("a/b,x=5"), "a/b,x=5");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("exec:./b $(rm -r)"), "'exec:./b $(rm -r)'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

TEST(CommandLine, ExplainsTheCaseAsItWasRun) {
  CaseResult result = sample_result("a/b/c/d", Outcome::kFail);
  ResultsHeader header;
  header.backend_argument = "exec:python3 b.py";
  header.edition = "ko";
  EXPECT_EQ(explain_command(header, result),
            "kassay explain a/b/c/d --backend 'exec:python3 b.py'");
  result.mode = "gradient";
  header.edition = "ja";
  EXPECT_EQ(explain_command(header, result),
            "kassay explain a/b/c/d --mode gradient --backend 'exec:python3 b.py' --edition ja");
}

TEST(CommandLine, SetsTheVariablesOfTheRun) {
  ResultsHeader header;
  header.backend_argument = "python:mine";
  header.backend_environment = {{"KASSAY_PYTHON", "/venv/bin/python"}, {"PYTHONPATH", "my folder"}};
  EXPECT_THAT(explain_command(header, sample_result("a/b/c/d", Outcome::kFail)),
              testing::StartsWith("KASSAY_PYTHON=/venv/bin/python PYTHONPATH='my folder' "
                                  "kassay explain a/b/c/d "));
}

TEST(CommandLine, HasTheSandboxOfTheRun) {
  ResultsHeader header;
  header.backend_argument = "x";
  const CaseResult result = sample_result("a/b/c/d", Outcome::kFail);
  header.sandbox = {.mode = "default"};
  EXPECT_EQ(explain_command(header, result), "kassay explain a/b/c/d --backend x");
  header.sandbox->writable = {"/my cache"};
  EXPECT_THAT(explain_command(header, result),
              testing::EndsWith(" --backend x --writable '/my cache'"));
  header.sandbox = {.mode = "off"};
  EXPECT_THAT(explain_command(header, result), testing::EndsWith(" --backend x --sandbox off"));
}

TEST(CommandLine, AssignmentsAreWordsOfAShell) {
  EXPECT_EQ(assignments({}), "");
  EXPECT_EQ(assignments({{"A", "x y"}, {"B", "1"}}), "A='x y' B=1 ");
}

TEST(CommandLine, ProgramIsNamedAsAMode) {
  CaseResult result = sample_result("a/b/c/d", Outcome::kFail);
  result.mode = "program";  // a case may have mode eager too, which comes first
  ResultsHeader header;
  header.backend_argument = "x";
  EXPECT_EQ(explain_command(header, result), "kassay explain a/b/c/d --mode program --backend x");
}

}  // namespace
}  // namespace kassay::reports::command_line_test
