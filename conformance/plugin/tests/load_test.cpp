// Loading files that are not plug-ins. The miniatures and the example in C test real ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "conformance/plugin/plugin.h"
#include "spec/lib/tests/temporary_directory.h"

namespace kassay::plugin::load_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string load_error(const std::string& path) {
  try {
    load(path);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Load, FileThatIsMissing) {
  EXPECT_THAT(load_error("/nowhere/plugin.so"),
              AllOf(HasSubstr("could not be loaded"), HasSubstr("/nowhere/plugin.so")));
}

TEST(Load, ABareNameIsAFileOfThisFolder) {
  const std::string here = std::filesystem::current_path().string();
  EXPECT_THAT(load_error("libc.so.6"), HasSubstr(here + "/libc.so.6"));
}

TEST(Load, FileThatIsNoLibrary) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("plugin.so", "no library, though its name says so\n");
  EXPECT_THAT(load_error(file), AllOf(HasSubstr("could not be loaded"), HasSubstr(file)));
}

TEST(Load, LibraryWithoutTheEntry) {
  EXPECT_THAT(load_error(KASSAY_NO_ENTRY),
              AllOf(HasSubstr("is not a plug-in"), HasSubstr("kassay_plugin_entry")));
}

TEST(Load, LibraryThatNeedsAnotherThatIsMissing) {
  EXPECT_THAT(load_error(KASSAY_MISSING_DEPENDENCY), HasSubstr("libkassay_absent.so"));
}

}  // namespace
}  // namespace kassay::plugin::load_test
