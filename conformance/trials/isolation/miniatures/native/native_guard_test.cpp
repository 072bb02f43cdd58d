// A child that leaves the process group of its worker ends with the worker, too: the guard finds it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/trials/isolation/miniatures/native/native_miniature.h"

namespace kassay::native_guard_test {
namespace {

TEST_F(NativeMiniature, LeavesAChildOutsideItsGroup) {
  const CaseResult result = check("leave_child_outside");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, testing::HasSubstr("SIGABRT"));
  expect_child_ended(result.message);
}

}  // namespace
}  // namespace kassay::native_guard_test
