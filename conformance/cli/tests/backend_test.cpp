// `kassay run` and the backends that --backend names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "conformance/cli/tests/kassay_program.h"
#include "conformance/runner/backend_kinds.h"

namespace kassay::backend_program_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class BackendProgram : public KassayProgram {};

TEST_F(BackendProgram, ANameWithoutAKindMayBeAModule) {
  EXPECT_EQ(kassay("run --backend my_package.my_module"), 3);
  EXPECT_THAT(error(), HasSubstr("for a Python module write python:my_package.my_module"));
  EXPECT_EQ(kassay("run --backend ''"), 3);
  EXPECT_THAT(error(), Not(HasSubstr("for a Python module")));
}

TEST_F(BackendProgram, BackendThatDoesNotStart) {
  EXPECT_EQ(kassay("run --backend nonsense"), 3);
  EXPECT_THAT(error(), AllOf(HasSubstr("nonsense"), HasSubstr("reference")));
  EXPECT_EQ(kassay("run --backend exec:false"), 3);
  EXPECT_EQ(kassay("exec --case toy/identity/float32/a --backend exec:/nowhere"), 3);
}

TEST_F(BackendProgram, PluginThatCannotBeLoaded) {
  EXPECT_EQ(kassay("run --backend plugin:/nowhere/plugin.so"), 3);
  EXPECT_THAT(error(),
              AllOf(HasSubstr("the plug-in could not be loaded"), HasSubstr("/nowhere/plugin.so")));
  EXPECT_EQ(kassay("run --backend plugin:"), 3);
  EXPECT_THAT(error(), HasSubstr("plugin: needs a file"));
}

TEST_F(BackendProgram, PluginInProcess) {
  EXPECT_EQ(kassay("run --backend plugin:" + std::string(KASSAY_C_EXAMPLE) + " --in-process"), 3);
  EXPECT_THAT(error(), HasSubstr("leave out --in-process"));
}

TEST_F(BackendProgram, PluginOfARelativePath) {
  const std::filesystem::path example(KASSAY_C_EXAMPLE);
  const std::string relative = std::filesystem::relative(example).string();
  EXPECT_EQ(kassay("list functions --backend plugin:" + relative), 0);
  EXPECT_THAT(output(), HasSubstr("missing"));  // the functions of the test, which it was asked for
}

TEST_F(BackendProgram, EveryKindOfBackendIsInListAndHelp) {
  for (const char* command :
       {"list backends", "list backends --json", "run --help", "exec --help"}) {
    EXPECT_EQ(kassay(command), 0);
    for (const runner::BackendKind& kind : runner::backend_kinds()) {
      EXPECT_THAT(output(), HasSubstr(kind.form())) << command;
    }
  }
}

TEST_F(BackendProgram, UnknownBackendNamesTheNearest) {
  EXPECT_EQ(kassay("run --backend plugn:./mine.so"), 3);
  EXPECT_THAT(error(), HasSubstr("the nearest is plugin:<file.so>"));
}

TEST_F(BackendProgram, BackendThatIsAbsent) {
  EXPECT_EQ(kassay("run --backend \"exec:'" + runner::program_directory() +
                   "/misbehaving-worker' absent\""),
            77);
  EXPECT_THAT(error(), HasSubstr("there is no device"));
}

TEST_F(BackendProgram, FunctionThatIsListedMisspelledIsSaidOnce) {
  const std::string warning =
      "warning: the backend lists identty, which is not a function of the API";
  EXPECT_EQ(kassay("run identity --jobs 2 --backend \"exec:'" + runner::program_directory() +
                   "/misbehaving-worker' misspells\""),
            1);
  EXPECT_THAT(error(), AllOf(HasSubstr(warning), HasSubstr("does not list identity")));
  EXPECT_EQ(error().find(warning), error().rfind(warning));
  EXPECT_EQ(kassay("run identity" + backend_), 0);
  EXPECT_THAT(error(), Not(HasSubstr("warning")));
}

}  // namespace
}  // namespace kassay::backend_program_test
