// A plug-in that misbehaves in a case spoils only that case: the cases before and after it pass.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/runner/run_case.h"
#include "conformance/trials/isolation/miniatures/native/native_miniature.h"

namespace kassay::native_miniatures_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST_F(NativeMiniature, SegmentationFault) {
  const CaseResult result = check("segfault");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, AllOf(HasSubstr("SIGSEGV"), HasSubstr("about to fault")));
}

TEST_F(NativeMiniature, Abort) {
  const CaseResult result = check("abort");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("SIGABRT"));
}

TEST_F(NativeMiniature, ExitWithSuccess) {
  const CaseResult result = check("exit_zero");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("exited with status 0"));
}

TEST_F(NativeMiniature, ExceptionThroughTheInterface) {
  const CaseResult result = check("throw");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_EQ(result.message,
            "the backend broke the contract of its interface: in throw, the plug-in let an "
            "exception leave it: no such axis");
}

TEST_F(NativeMiniature, ExceptionFromANoexceptFunction) {
  const CaseResult result = check("throw_noexcept");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, AllOf(HasSubstr("SIGABRT"), HasSubstr("std::out_of_range")));
}

TEST_F(NativeMiniature, Hang) {
  const CaseResult result = check("hang", kShortDeadline);
  EXPECT_EQ(result.outcome, Outcome::kTimeout);
  EXPECT_THAT(result.message, HasSubstr("no complete answer within 1 s"));
}

#if !defined(__SANITIZE_ADDRESS__)  // its shadow memory exceeds any limit
TEST_F(NativeMiniature, MemoryRunsOut) {
  const CaseResult result = check("die_on_memory", kDeadline, std::uint64_t{256} << 20);
  EXPECT_EQ(result.outcome, Outcome::kOutOfMemory);
  EXPECT_THAT(result.message, HasSubstr("SIGABRT"));
}
#endif

TEST_F(NativeMiniature, FloodsStandardOutput) {
  const CaseResult result = check("flood_standard_output");
  EXPECT_EQ(result.outcome, Outcome::kPass) << result.message;
}

TEST_F(NativeMiniature, FloodsStandardError) {
  const CaseResult result = check("flood_standard_error");
  EXPECT_EQ(result.outcome, Outcome::kPass) << result.message;
}

// Expects a failure and returns the name of the check that failed.
std::string failed_check(const CaseResult& result) {
  EXPECT_EQ(result.outcome, Outcome::kFail) << result.message;
  return std::string(result.failure ? check_name(result.failure->check) : "none");
}

TEST_F(NativeMiniature, WrongShape) { EXPECT_EQ(failed_check(check("wrong_shape")), "shape"); }

TEST_F(NativeMiniature, WrongDType) { EXPECT_EQ(failed_check(check("wrong_dtype")), "dtype"); }

TEST_F(NativeMiniature, WrongCount) {
  const CaseResult result = check("wrong_count");
  EXPECT_EQ(result.outcome, Outcome::kError);
  EXPECT_THAT(result.message, HasSubstr("it returned 2 values, and the program names 1"));
}

TEST_F(NativeMiniature, WritesBeforeItsBuffer) {
  const CaseResult result = check("write_before");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message,
              HasSubstr("in write_before, the plug-in wrote 1 byte before the start "
                        "of a tensor of new_tensor (float32, shape (3,))"));
}

TEST_F(NativeMiniature, WritesAfterItsBuffer) {
  const CaseResult result = check("write_after");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("in write_after, the plug-in wrote 1 byte after the end of "
                                        "a tensor of new_tensor (float32, shape (3,))"));
}

TEST_F(NativeMiniature, AltersItsInput) {
  const CaseResult result = check("alter_input");
  EXPECT_EQ(result.outcome, Outcome::kError);
  EXPECT_EQ(result.message,
            "alter_input altered argument 1 (float32, shape (3,)), which belongs to the caller");
}

TEST_F(NativeMiniature, GivesAFreedHandle) {
  const CaseResult result = check("freed_handle");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("in freed_handle, the plug-in used a handle after its "
                                        "object was destroyed"));
}

TEST_F(NativeMiniature, KeepsStateBetweenPrograms) {
  const std::unique_ptr<runner::Connection> connection = open();
  EXPECT_EQ(check_case(*connection, runner::toy_case("keep_state"), kDeadline).outcome,
            Outcome::kPass);
  EXPECT_EQ(failed_check(check_case(*connection, runner::toy_case("keep_state"), kDeadline)),
            "element");
  expect_pass(*connection, "after");
}

TEST_F(NativeMiniature, GivesTheAnswerOfAnotherCase) {
  const std::unique_ptr<runner::Connection> connection = open();
  Case other = runner::toy_case("identity");
  other.inputs.at("x") = Tensor(DType::kFloat32, {3});
  run_case(*connection, other, kDeadline);
  EXPECT_EQ(failed_check(check_case(*connection, runner::toy_case("last_answer"), kDeadline)),
            "element");
  expect_pass(*connection, "after");
}

TEST_F(NativeMiniature, LeavesAChildOfItsGroup) {
  const CaseResult result = check("leave_child");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("SIGABRT"));
  expect_child_ended(result.message);
}

TEST_F(NativeMiniature, OffersAMissingFunction) {
  const CaseResult result = check("lacking");
  EXPECT_EQ(result.outcome, Outcome::kUnsupported);
  EXPECT_THAT(result.message, HasSubstr("not there after all"));
}

TEST_F(NativeMiniature, FunctionsNotOfferedAreNotCalled) {
  const CaseResult result = check("softmax");
  EXPECT_EQ(result.outcome, Outcome::kUnsupported);
  EXPECT_EQ(result.message, "the backend does not offer softmax");
}

// Expects the message about the bad tensor that the function gives.
class BadTensor : public NativeMiniature {
 protected:
  std::string fault(const std::string& function) {
    const CaseResult result = check(function);
    EXPECT_EQ(result.outcome, Outcome::kCrash);
    EXPECT_THAT(result.message, StartsWith("the backend broke the contract of its interface: in " +
                                           function + ", the plug-in "));
    return result.message;
  }
};

TEST_F(BadTensor, NegativeDimension) {
  EXPECT_THAT(fault("negative_dimension"), HasSubstr("dimension 0 is -3"));
}

TEST_F(BadTensor, NullData) { EXPECT_THAT(fault("null_data"), HasSubstr("its data is NULL")); }

TEST_F(BadTensor, UnknownDType) {
  EXPECT_THAT(fault("unknown_dtype"), HasSubstr("a DLPack type that the API does not have"));
}

TEST_F(BadTensor, OtherDevice) { EXPECT_THAT(fault("other_device"), HasSubstr("not on the CPU")); }

}  // namespace
}  // namespace kassay::native_miniatures_test
