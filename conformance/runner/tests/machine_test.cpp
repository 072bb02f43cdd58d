#include "conformance/runner/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "conformance/runner/memory_in_use.h"

namespace kassay::runner {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class TemporaryFolder : public testing::Test {
 protected:
  TemporaryFolder() : before_(std::getenv("TMPDIR")), value_(before_ != nullptr ? before_ : "") {}
  ~TemporaryFolder() override {
    if (before_ == nullptr) {
      unsetenv("TMPDIR");
    } else {
      setenv("TMPDIR", value_.c_str(), 1);
    }
  }

 private:
  const char* const before_;
  const std::string value_;
};

TEST_F(TemporaryFolder, CanBeMade) { EXPECT_EQ(problem_with_temporary_folder(), ""); }

TEST_F(TemporaryFolder, IsNoFolder) {
  setenv("TMPDIR", "/proc/version", 1);
  EXPECT_THAT(problem_with_temporary_folder(), AllOf(HasSubstr("in /proc/version: Not a directory"),
                                                     HasSubstr("Set TMPDIR to another folder")));
}

TEST_F(TemporaryFolder, CannotBeWrittenTo) {
  setenv("TMPDIR", "/proc", 1);
  EXPECT_THAT(problem_with_temporary_folder(), HasSubstr("in /proc: "));
}

TEST(MemoryOfTree, CountsWhatIsShared) {
  constexpr std::size_t kBytes = std::size_t{64} << 20;
  const std::uint64_t before = memory_of_tree(getpid());
  void* const memory =
      mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  std::memset(memory, 1, kBytes);
  EXPECT_GT(before, 0u);
  EXPECT_GT(memory_of_tree(getpid()), before + kBytes / 2);
  munmap(memory, kBytes);
}

TEST(MemoryOfTree, OfNoProcess) { EXPECT_EQ(memory_of_tree(0), 0u); }

}  // namespace
}  // namespace kassay::runner
