#include "spec/lib/atomic_file.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <filesystem>

#include "spec/lib/tests/file_error.h"
#include "spec/lib/tests/temporary_directory.h"

namespace kassay::atomic_file_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(WriteFile, ReadsBack) {
  const TemporaryDirectory directory;
  const std::string contents(100'000, 'x');
  write_file(directory.file("a"), contents);
  EXPECT_EQ(read_file(directory.file("a"), "").text(), contents);
  EXPECT_EQ(directory.file_count(), 1u);
}

TEST(WriteFile, ReplacesAndKeepsPermissions) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a", "old");
  ASSERT_EQ(::chmod(file.c_str(), 0640), 0);
  write_file(file, "new");
  EXPECT_EQ(directory.read("a"), "new");
  struct stat status {};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST(WriteFile, MissingFolder) {
  const TemporaryDirectory directory;
  EXPECT_THAT(file_error([&] { write_file(directory.file("none/a"), "x"); }),
              AllOf(HasSubstr("none/a"), HasSubstr("No such file"), HasSubstr("Make the folder")));
}

TEST(WriteFile, FolderInPlaceOfFile) {
  const TemporaryDirectory directory;
  EXPECT_THAT(file_error([&] { write_file(directory.path(), "x"); }),
              HasSubstr("Name a file, not a folder."));
}

TEST(WriteFile, LinkStaysALink) {
  const TemporaryDirectory directory;
  directory.write("target", "old");
  std::filesystem::create_symlink(directory.file("target"), directory.file("link"));
  write_file(directory.file("link"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(directory.file("link")));
  EXPECT_EQ(directory.read("target"), "new");
}

TEST(WriteFile, DeviceIsNotReplaced) {
  const TemporaryDirectory directory;
  std::filesystem::create_symlink("/dev/null", directory.file("null"));
  write_file(directory.file("null"), "x");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_EQ(directory.file_count(), 1u);
}

TEST(CheckWritable, LeavesNothing) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a", "old");
  check_writable(file);
  check_writable(directory.file("new"));
  check_writable("/dev/null");
  EXPECT_EQ(directory.read("a"), "old");
  EXPECT_EQ(directory.file_count(), 1u);
}

TEST(CheckWritable, RefusesWhatCannotBeWritten) {
  const TemporaryDirectory directory;
  EXPECT_THAT(file_error([&] { check_writable(directory.path()); }), HasSubstr("Name a file"));
  EXPECT_THAT(file_error([&] { check_writable(directory.file("none/a")); }),
              AllOf(HasSubstr("none/a"), HasSubstr("Make the folder")));
  // The system does not create files there for any user.
  EXPECT_THAT(file_error([] { check_writable("/proc/page.html"); }), HasSubstr("/proc/page.html"));
}

TEST(WriteFile, FullDiskIsSaid) {
  EXPECT_THAT(file_error([] { write_file("/dev/full", "x"); }),
              AllOf(HasSubstr("/dev/full"), HasSubstr("No space left"), HasSubstr("Free some")));
}

// The limit on file sizes fails a write half-way, as a full disk does.
TEST(WriteFile, FailureLeavesTheOldFileAndNoRest) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a", "old");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{.rlim_cur = 4096, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message = file_error([&] { write_file(file, std::string(100'000, 'x')); });
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  ::signal(SIGXFSZ, handler);
  EXPECT_THAT(message, HasSubstr("File too large"));
  EXPECT_EQ(directory.read("a"), "old");
  EXPECT_EQ(directory.file_count(), 1u);
}

TEST(ReadFile, EmptyFileIsEmpty) {
  const TemporaryDirectory directory;
  EXPECT_EQ(read_file(directory.write("a", ""), "").size, 0u);
}

TEST(ReadFile, DeviceWithoutSizeIsReadToItsEnd) {
  EXPECT_NE(read_file("/proc/self/status", "").text().find("Pid:"), std::string_view::npos);
}

TEST(ReadFile, MissingFileNamesTheRemedy) {
  EXPECT_THAT(file_error([] { read_file("/nowhere/a", "Make it."); }),
              AllOf(HasSubstr("/nowhere/a: opening failed"), HasSubstr(". Make it.")));
}

TEST(ReadFile, FolderInPlaceOfFile) {
  const TemporaryDirectory directory;
  EXPECT_THAT(file_error([&] { read_file(directory.path(), ""); }), HasSubstr("not a folder"));
}

TEST(ReadFile, LargerThanAnyOfOurs) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a", "");
  std::filesystem::resize_file(file, (std::uintmax_t{1} << 30) + 1);
  EXPECT_THAT(file_error([&] { read_file(file, "Name another."); }),
              AllOf(HasSubstr("more than 1 GiB"), HasSubstr("Name another.")));
}

}  // namespace
}  // namespace kassay::atomic_file_test
