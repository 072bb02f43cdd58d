// A worker that misbehaves in a case spoils only that case: the cases before and after it pass.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "conformance/runner/backend_argument.h"
#include "conformance/runner/backend_process.h"
#include "conformance/runner/run_case.h"
#include "conformance/runner/tests/processes.h"
#include "conformance/runner/tests/toy_vectors.h"
#include "spec/lib/result_lines.h"

namespace kassay::process_miniatures_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr double kDeadline = 20;      // of cases that end by themselves
constexpr double kShortDeadline = 1;  // of cases that do not

const std::string kWorker = "exec:'" + runner::program_directory() + "/misbehaving-worker'";

class Misbehaviour : public testing::Test {
 protected:
  // The result of a case that misbehaves. Expects the cases before and after it to pass.
  CaseResult check(const std::string& function, double deadline = kDeadline,
                   std::uint64_t memory = 0) {
    runner::BackendOptions options;
    options.memory = memory;
    std::unique_ptr<runner::Connection> connection = open_backend(kWorker, options);
    kernel_counts_ = std::ranges::count(connection->sandbox()->holds, "memory") > 0;
    expect_pass(*connection, "before");
    CaseResult result = check_case(*connection, runner::toy_case(function), deadline);
    EXPECT_EQ(result.function, function);
    EXPECT_GT(result.seconds, 0);
    expect_pass(*connection, "after");
    return result;
  }

  // The message when a worker and its descendants hold too much memory.
  std::string end_for_memory() const {
    return kernel_counts_ ? "the kernel has killed a process for lack of memory"
                          : "the worker and its descendants hold ";
  }

  static void expect_pass(runner::Connection& connection, const std::string& when) {
    CaseResult result = check_case(connection, runner::toy_case("identity"), kDeadline);
    EXPECT_EQ(result.outcome, Outcome::kPass) << when << ": " << result.message;
  }

 private:
  bool kernel_counts_ = false;
};

TEST_F(Misbehaviour, SegmentationFault) {
  CaseResult result = check("segfault");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, AllOf(HasSubstr("SIGSEGV"), HasSubstr("about to fault")));
}

TEST_F(Misbehaviour, Abort) {
  CaseResult result = check("abort");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("SIGABRT"));
}

TEST_F(Misbehaviour, ExitWithSuccess) {
  CaseResult result = check("exit_zero");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("exited with status 0"));
}

TEST_F(Misbehaviour, ExitWithFailure) {
  CaseResult result = check("exit_three");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("exited with status 3"));
}

TEST_F(Misbehaviour, Hang) {
  CaseResult result = check("hang", kShortDeadline);
  EXPECT_EQ(result.outcome, Outcome::kTimeout);
  EXPECT_THAT(result.message, HasSubstr("within 1 s"));
  EXPECT_LT(result.seconds, 10 * kShortDeadline);
}

TEST_F(Misbehaviour, HangOfAChildToo) {
  const CaseResult result = check("hang_with_child", kShortDeadline);
  EXPECT_EQ(result.outcome, Outcome::kTimeout);
  EXPECT_THAT(result.message, HasSubstr("child "));
}

// Runs one case on a worker whose temporary folders are in a separate folder, and finds the processes
// and files that remain once the connection is closed.
class Remains : public testing::Test {
 protected:
  Remains() {
    std::filesystem::create_directory(folder_);
    setenv("TMPDIR", folder_.c_str(), 1);
  }
  ~Remains() override {
    unsetenv("TMPDIR");
    std::filesystem::remove_all(folder_);
  }

  // `processes`: the two of the guard, the worker, and its descendants.
  protocol::CallResult run(const std::string& function, std::size_t processes,
                           double deadline = kDeadline) {
    std::unique_ptr<runner::Connection> connection = runner::open_backend(kWorker, {});
    protocol::CallResult result = run_case(*connection, runner::toy_case(function), deadline);
    EXPECT_EQ(runner::processes_with(folder_).size(), processes);
    EXPECT_EQ(std::filesystem::is_empty(folder_), processes == 0);
    return result;
  }

  const std::string folder_ = testing::TempDir() + "kassay-remains-" + std::to_string(getpid());
};

TEST_F(Remains, NoDaemonInItsOwnSession) {
  run("daemon", 4);
  EXPECT_THAT(runner::processes_with(folder_), testing::IsEmpty());
}

TEST_F(Remains, NoChildOfAHang) {
  run("hang_with_child", 0, kShortDeadline);
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(Remains, NoTemporaryFile) {
  const protocol::CallResult result = run("temporary_file", 3);
  const std::string used = *std::get<compare::Answer>(result).outputs.at(0).get_if<std::string>();
  EXPECT_THAT(used, testing::StartsWith(folder_ + "/kassay-"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(Misbehaviour, OutputClosed) { EXPECT_EQ(check("close_output").outcome, Outcome::kCrash); }

TEST_F(Misbehaviour, Garbage) {
  CaseResult result = check("garbage");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, AllOf(HasSubstr("broke the protocol"), HasSubstr("Using Te")));
}

TEST_F(Misbehaviour, GarbageOfTheRightLength) {
  CaseResult result = check("binary_garbage");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("broke the protocol"));
}

TEST_F(Misbehaviour, MessageThatIsNotJson) {
  CaseResult result = check("not_json");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("broke the protocol"));
}

TEST_F(Misbehaviour, HalfAMessageThenExit) {
  CaseResult result = check("half_then_exit");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message,
              AllOf(HasSubstr("in the middle of a message"),
                    HasSubstr("length and message begin with"), HasSubstr("__metadata__")));
}

TEST_F(Misbehaviour, HalfAMessageThenHang) {
  CaseResult result = check("half_then_hang", kShortDeadline);
  EXPECT_EQ(result.outcome, Outcome::kTimeout);
  EXPECT_THAT(result.message, HasSubstr("in the middle of a message"));
}

TEST_F(Misbehaviour, HugeLength) {
  CaseResult result = check("huge_length");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("above the limit"));
}

TEST_F(Misbehaviour, LengthBeyondTheMessage) {
  CaseResult result = check("lying_length");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("after 0 of 1073741824 bytes"));
}

TEST_F(Misbehaviour, WrongId) {
  CaseResult result = check("wrong_id");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("the answer has id 3, but the request had 2"));
}

TEST_F(Misbehaviour, TwoAnswers) {
  CaseResult result = check("two_answers");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message,
              AllOf(HasSubstr("more than one answer: \""), HasSubstr("PROTOCOL.md")));
}

TEST_F(Misbehaviour, WrongKindOfReply) {
  EXPECT_EQ(check("started_again").outcome, Outcome::kCrash);
}

TEST_F(Misbehaviour, UnknownKindOfError) {
  CaseResult result = check("unknown_kind");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("unknown kind of error"));
}

TEST_F(Misbehaviour, BreachOfTheInterface) {
  std::unique_ptr<runner::Connection> connection = runner::open_backend(kWorker, {});
  // Not check_case, which repeats the earlier calls in the next worker.
  const protocol::CallResult called = run_case(*connection, runner::toy_case("breach"), kDeadline);
  EXPECT_EQ(std::get<protocol::AbnormalEnd>(called).outcome, Outcome::kCrash);
  EXPECT_EQ(std::get<protocol::AbnormalEnd>(called).message,
            "the backend broke the contract of its interface: square wrote outside its buffer");
  EXPECT_EQ(runner::children(), "") << "the worker was not replaced";
  expect_pass(*connection, "after");
}

TEST_F(Misbehaviour, RejectsTheRequest) {
  CaseResult result = check("rejects");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("what?"));
}

TEST_F(Misbehaviour, NoOutputs) {
  CaseResult result = check("no_outputs");
  EXPECT_EQ(result.outcome, Outcome::kFail);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->check, Check::kCount);
}

TEST_F(Misbehaviour, TooManyOutputs) {
  CaseResult result = check("too_many_outputs");
  EXPECT_EQ(result.outcome, Outcome::kFail);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->check, Check::kCount);
}

TEST_F(Misbehaviour, AnswerOfAnotherCase) {
  CaseResult result = check("another_case");
  EXPECT_EQ(result.outcome, Outcome::kFail);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->check, Check::kElement);
}

TEST_F(Misbehaviour, StateBetweenPrograms) {
  const std::unique_ptr<runner::Connection> connection = runner::open_backend(kWorker, {});
  const Case program = runner::toy_case("keep_state");
  EXPECT_EQ(check_case(*connection, program, kDeadline).outcome, Outcome::kPass);
  const CaseResult second = check_case(*connection, program, kDeadline);
  EXPECT_EQ(second.outcome, Outcome::kFail);
  ASSERT_TRUE(second.failure);
  EXPECT_EQ(second.failure->check, Check::kElement);
  expect_pass(*connection, "after");
}

TEST_F(Misbehaviour, WrongShape) {
  CaseResult result = check("wrong_shape");
  EXPECT_EQ(result.outcome, Outcome::kFail);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->check, Check::kShape);
}

TEST_F(Misbehaviour, WrongDtype) {
  CaseResult result = check("wrong_dtype");
  EXPECT_EQ(result.outcome, Outcome::kFail);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->check, Check::kDType);
}

TEST(LargestAnswer, AboveItIsACrash) {
  runner::BackendOptions options;
  options.max_answer = 1000;
  std::unique_ptr<runner::Connection> connection = open_backend(kWorker, options);
  Case large = runner::toy_case("identity");
  EXPECT_EQ(check_case(*connection, large, kDeadline).outcome, Outcome::kPass);
  large.inputs["x"] = Tensor(DType::kFloat32, {1000});
  const CaseResult result = check_case(*connection, large, kDeadline);
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("above the limit of 1000"));
}

TEST_F(Misbehaviour, FloodsStandardError) {
  EXPECT_EQ(check("flood_standard_error").outcome, Outcome::kFail);  // None is not the tensor
}

TEST_F(Misbehaviour, FloodsStandardOutput) {
  EXPECT_EQ(check("flood_standard_output").outcome, Outcome::kFail);
}

TEST_F(Misbehaviour, FloodsTheProtocol) {
  CaseResult result = check("flood_protocol");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("above the limit"));
}

#if !defined(__SANITIZE_ADDRESS__)  // its shadow memory exceeds any limit
constexpr std::uint64_t kMemory = std::uint64_t{256} << 20;

TEST_F(Misbehaviour, MemoryRunsOut) {
  CaseResult result = check("throws_on_memory", kDeadline, kMemory);
  EXPECT_EQ(result.outcome, Outcome::kOutOfMemory);
}

TEST_F(Misbehaviour, MemoryRunsOutAndItDies) {
  CaseResult result = check("dies_on_memory", kDeadline, kMemory);
  EXPECT_EQ(result.outcome, Outcome::kOutOfMemory);
  EXPECT_THAT(result.message, HasSubstr("SIGABRT"));
}
#endif

// More memory than the sanitizers need.
constexpr std::uint64_t kMemoryOfAll = std::uint64_t{512} << 20;

TEST_F(Misbehaviour, SharesMoreMemoryThanItMayHold) {
  CaseResult result = check("shares_memory", kDeadline, kMemoryOfAll);
  EXPECT_EQ(result.outcome, Outcome::kOutOfMemory);
  EXPECT_THAT(result.message, HasSubstr(end_for_memory()));
}

TEST_F(Misbehaviour, ChildrenHoldMoreMemoryThanItMay) {
  CaseResult result = check("children_with_memory", kDeadline, kMemoryOfAll);
  EXPECT_EQ(result.outcome, Outcome::kOutOfMemory);
  EXPECT_THAT(result.message, HasSubstr(end_for_memory()));
}

TEST_F(Misbehaviour, RaisesItsLimitOfMemory) {
  EXPECT_EQ(check("raises_its_limit", kDeadline, kMemoryOfAll).outcome, Outcome::kOutOfMemory);
}

TEST_F(Misbehaviour, KillsItself) {
  CaseResult result = check("kills_itself");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, AllOf(HasSubstr("SIGKILL (Killed), which kassay did not send"),
                                    Not(HasSubstr("memory"))));
}

TEST_F(Misbehaviour, KillsItsGroup) {
  EXPECT_EQ(check("kills_its_group").outcome, Outcome::kCrash);
}

TEST_F(Misbehaviour, UnprintableStandardError) {
  CaseResult result = check("unprintable_standard_error");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, AllOf(HasSubstr("\\u{001B}[31mred"), Not(HasSubstr("\x1b"))));
  EXPECT_THAT(to_line(result), HasSubstr("red"));
}

TEST_F(Misbehaviour, Unsupported) {
  CaseResult result = check("lacking");
  EXPECT_EQ(result.outcome, Outcome::kUnsupported);
  EXPECT_THAT(result.message, HasSubstr("no such thing"));
}

TEST_F(Misbehaviour, UnexpectedError) { EXPECT_EQ(check("invalid").outcome, Outcome::kError); }

}  // namespace
}  // namespace kassay::process_miniatures_test
