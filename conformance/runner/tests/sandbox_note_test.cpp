// When the message of a failure mentions the sandbox.
#include "conformance/runner/sandbox_note.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

namespace kassay::runner::sandbox_note_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr guard::Measures kAllHold{};

TEST(SandboxNote, DenialInTheWordsOfAnyRuntime) {
  for (const char* said :
       {"PermissionError: [Errno 13] Permission denied: '/home/me/.cache/mine'",
        "OSError: [Errno 30] Read-only file system: '/opt/cache'",
        "Error: EACCES: permission denied, mkdir '/home/me/.cache'", "code EROFS",
        "Os { code: 13, kind: PermissionDenied, message: \"...\" }",
        "sqlite3.OperationalError: attempt to write a readonly database",
        "socket.gaierror: [Errno -3] Temporary failure in name resolution",
        "OSError: [Errno 101] Network is unreachable", "setuid: Operation not permitted"}) {
    EXPECT_THAT(sandbox_note({}, kAllHold, said),
                AllOf(HasSubstr("$TMPDIR"), HasSubstr("--writable DIR"), HasSubstr("no network"),
                      HasSubstr("--sandbox off")))
        << said;
  }
}

TEST(SandboxNote, PlainReasonsDoNotMentionIt) {
  for (const char* said :
       {"", "SyntaxError: invalid syntax", "No module named 'mine'", "x must not be negative",
        "can't open file 'mine.py': [Errno 2] No such file or directory", "zeroes and superms"}) {
    EXPECT_EQ(sandbox_note({}, kAllHold, said), "") << said;
  }
}

TEST(SandboxNote, NoneWithoutASandbox) {
  EXPECT_EQ(sandbox_note({.mode = SandboxMode::kOff}, kAllHold, "Permission denied"), "");
  EXPECT_EQ(sandbox_note({.mode = SandboxMode::kOff}, kAllHold), "");
}

TEST(SandboxNote, OnlyOfMeasuresThatHold) {
  guard::Measures measures{};
  measures[guard::kFiles] = ENOSYS;
  EXPECT_EQ(sandbox_note({}, measures, "Permission denied"), "");
  EXPECT_THAT(sandbox_note({}, measures, "Network is unreachable"),
              AllOf(HasSubstr("no network"), Not(HasSubstr("$TMPDIR"))));
}

TEST(SandboxNote, NamesWhereItMayWriteAlready) {
  EXPECT_THAT(sandbox_note({.writable = {"/cache"}}, kAllHold, "EACCES"),
              HasSubstr("the folder $TMPDIR and to /cache"));
}

}  // namespace
}  // namespace kassay::runner::sandbox_note_test
