// Whatever a worker does in a case is the result of that case, and the next case passes.
#include "conformance/runner/backend_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "conformance/runner/backend_argument.h"
#include "conformance/runner/tests/toy_case.h"
#include "conformance/runner/tests/toy_vectors.h"

namespace kassay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr double kDeadline = 20;      // of cases that end by themselves
constexpr double kShortDeadline = 1;  // of cases that do not

std::string worker(const std::string& arguments = "") {
  return "exec:'" + program_directory() + "/misbehaving-worker' " + arguments;
}

class Misbehaviour : public testing::Test {
 protected:
  // The result of a case that misbehaves. The cases around it pass.
  CaseResult check(const std::string& function, double deadline = kDeadline,
                   std::uint64_t memory = 0) {
    BackendOptions options;
    options.memory = memory;
    std::unique_ptr<Connection> connection = open_backend(worker(), options);
    expect_pass(*connection, "before");
    CaseResult result = check_case(*connection, toy_case(function), deadline);
    EXPECT_EQ(result.function, function);
    EXPECT_GT(result.seconds, 0);
    expect_pass(*connection, "after");
    return result;
  }

  static void expect_pass(Connection& connection, const std::string& when) {
    CaseResult result = check_case(connection, toy_case("identity"), kDeadline);
    EXPECT_EQ(result.outcome, Outcome::kPass) << when << ": " << result.message;
  }
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

// The processes that this one has started and not reaped.
std::string children() {
  return read_text("/proc/self/task/" + std::to_string(getpid()) + "/children");
}

bool is_running(const std::string& pid) {
  std::ifstream stat("/proc/" + pid + "/stat");
  std::string number, name, state;
  return (stat >> number >> name >> state) && state != "Z" && state != "X";
}

TEST_F(Misbehaviour, HangOfAChildToo) {
  CaseResult result = check("hang_with_child", kShortDeadline);
  EXPECT_EQ(result.outcome, Outcome::kTimeout);
  std::size_t at = result.message.find("child ");
  ASSERT_NE(at, std::string::npos) << result.message;
  std::string pid = result.message.substr(at + 6);
  for (int i = 0; i < 100 && is_running(pid); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_FALSE(is_running(pid)) << pid;
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
  EXPECT_THAT(result.message, HasSubstr("in the middle of a message"));
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

TEST_F(Misbehaviour, LengthThatIsNotMet) {
  CaseResult result = check("lying_length");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("after 0 of 1073741824 bytes"));
}

TEST_F(Misbehaviour, WrongId) {
  CaseResult result = check("wrong_id");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("the answer has id 3, the request had 2"));
}

TEST_F(Misbehaviour, TwoAnswers) {
  CaseResult result = check("two_answers");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, HasSubstr("more than one answer"));
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
  std::unique_ptr<Connection> connection = open_backend(worker(), {});
  CaseResult result = check_case(*connection, toy_case("breach"), kDeadline);
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_EQ(result.message,
            "the backend broke the contract of its interface: square wrote outside its buffer");
  EXPECT_EQ(children(), "") << "the worker was not replaced";
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
  EXPECT_EQ(result.failure->check, "count");
}

TEST_F(Misbehaviour, TooManyOutputs) {
  CaseResult result = check("too_many_outputs");
  EXPECT_EQ(result.outcome, Outcome::kFail);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->check, "count");
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

#if !defined(__SANITIZE_ADDRESS__)  // whose shadow memory no limit allows
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

TEST_F(Misbehaviour, KilledFromOutside) {
  EXPECT_EQ(check("killed_by_kernel").outcome, Outcome::kOutOfMemory);
}

TEST_F(Misbehaviour, UnprintableStandardError) {
  CaseResult result = check("unprintable_standard_error");
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, AllOf(HasSubstr("?[31mred?"), Not(HasSubstr("\x1b"))));
  EXPECT_THAT(to_line(result), HasSubstr("red"));
}

TEST_F(Misbehaviour, Unsupported) {
  CaseResult result = check("lacking");
  EXPECT_EQ(result.outcome, Outcome::kUnsupported);
  EXPECT_THAT(result.message, HasSubstr("no such thing"));
}

TEST_F(Misbehaviour, UnexpectedError) { EXPECT_EQ(check("invalid").outcome, Outcome::kError); }

TEST(BetweenCases, TheEndOfTheWorkerIsTheResultOfTheNextCase) {
  std::unique_ptr<Connection> connection = open_backend(worker(), {});
  check_case(*connection, toy_case("ends_later"), kDeadline);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  CaseResult result = check_case(*connection, toy_case("identity"), kDeadline);
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, AllOf(HasSubstr("exited with status 4"), HasSubstr("between cases")));
  EXPECT_EQ(check_case(*connection, toy_case("identity"), kDeadline).outcome, Outcome::kPass);
}

// What open_backend throws.
template <class Error>
std::string start_error(const std::string& argument, double timeout = kDeadline) {
  BackendOptions options;
  options.start_timeout = timeout;
  try {
    open_backend(argument, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Start, UnknownBackendListsTheKnownOnes) {
  EXPECT_THAT(start_error<CannotStart>("optimised"),
              AllOf(HasSubstr("\"optimised\""), HasSubstr("reference"), HasSubstr("exec:")));
}

TEST(Start, ProgramThatIsMissing) {
  EXPECT_THAT(start_error<CannotStart>("exec:/nowhere/program"), HasSubstr("/nowhere/program"));
}

TEST(Start, NoCommand) { EXPECT_THAT(start_error<CannotStart>("exec: "), HasSubstr("command")); }

TEST(Start, ExitTellsTheStandardError) {
  EXPECT_THAT(start_error<CannotStart>(worker("exits")),
              AllOf(HasSubstr("exited with status 5"), HasSubstr("no licence found")));
}

TEST(Start, Hang) {
  EXPECT_THAT(start_error<CannotStart>(worker("hangs"), 0.5), HasSubstr("within 0.5 s"));
}

TEST(Start, Garbage) {
  EXPECT_THAT(start_error<CannotStart>(worker("garbage")), HasSubstr("Welcome"));
}

TEST(Start, OtherVersion) {
  EXPECT_THAT(start_error<CannotStart>(worker("other-version")), HasSubstr("version 99"));
}

TEST(Start, Error) {
  EXPECT_THAT(start_error<CannotStart>(worker("error")), HasSubstr("no edition of mine"));
}

TEST(Start, Absent) {
  EXPECT_THAT(start_error<BackendAbsent>(worker("absent")), HasSubstr("no device"));
}

TEST(Start, ProgramThatIsNoWorker) {
  EXPECT_THAT(start_error<CannotStart>("exec:cat"), HasSubstr("did not start"));
}

TEST(Start, WorkerThatNeverStartsAgainDoesNotEndTheRun) {
  ToyVectors folder;
  std::unique_ptr<Connection> connection =
      open_backend(worker("once '" + folder.path("started") + "'"), {});
  EXPECT_EQ(check_case(*connection, toy_case("abort"), kDeadline).outcome, Outcome::kCrash);
  for (int i = 0; i < 5; ++i) {
    CaseResult result = check_case(*connection, toy_case("identity"), kDeadline);
    EXPECT_EQ(result.outcome, Outcome::kCrash);
    EXPECT_THAT(result.message, HasSubstr(i < 3 ? "exited with status 6" : "3 times in a row"));
  }
}

TEST(Offer, FunctionThatIsNotOfferedIsUnsupported) {
  std::unique_ptr<Connection> connection = open_backend(worker("few-functions"), {});
  CaseResult result = check_case(*connection, toy_case("segfault"), kDeadline);
  EXPECT_EQ(result.outcome, Outcome::kUnsupported);
  EXPECT_THAT(result.message, HasSubstr("segfault"));
  EXPECT_EQ(check_case(*connection, toy_case("identity"), kDeadline).outcome, Outcome::kPass);
}

TEST(Offer, DTypeThatIsNotOfferedIsUnsupported) {
  std::unique_ptr<Connection> connection = open_backend(worker("few-dtypes"), {});
  CaseResult result = check_case(*connection, toy_case("identity"), kDeadline);
  EXPECT_EQ(result.outcome, Outcome::kUnsupported);
  EXPECT_THAT(result.message, HasSubstr("float32"));
}

TEST(Cancellation, EndsAHangingCase) {
  std::atomic<bool> cancelled = false;
  BackendOptions options;
  options.cancelled = &cancelled;
  std::unique_ptr<Connection> connection = open_backend(worker(), options);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    cancelled = true;
  });
  EXPECT_THROW(check_case(*connection, toy_case("hang"), kDeadline), Cancelled);
  other.join();
}

TEST(LargeMessage, GoesThroughBothWays) {
  std::unique_ptr<Connection> connection = open_backend(worker(), {});
  Case large = toy_case("identity");
  constexpr std::int64_t kElements = std::int64_t{10} << 20;
  Tensor tensor(DType::kFloat32, {kElements});
  for (std::int64_t i = 0; i < kElements; i += 1000) {
    tensor.mutable_data<float>()[static_cast<std::size_t>(i)] = static_cast<float>(i);
  }
  large.inputs["x"] = tensor;
  CallResult result = run_case(*connection, large, kDeadline);
  ASSERT_TRUE(std::holds_alternative<Answer>(result)) << std::get<AbnormalEnd>(result).message;
  const auto& outputs = std::get<Answer>(result).outputs;
  ASSERT_EQ(outputs.size(), 1u);
  const Tensor& returned = *outputs[0].get_if<Tensor>();
  EXPECT_TRUE(std::ranges::equal(returned.bytes(), tensor.bytes()));
}

TEST(Zombies, NoneAreLeft) {
  {
    std::unique_ptr<Connection> connection = open_backend(worker(), {});
    for (const char* function : {"segfault", "exit_zero", "garbage"}) {
      check_case(*connection, toy_case(function), kDeadline);
    }
  }
  EXPECT_EQ(children(), "");
}

TEST(SplitCommand, QuotesAndBackslashes) {
  using testing::ElementsAre;
  EXPECT_THAT(split_command("a  'b c' \"d 'e'\" f\\ g h'i'j ''"),
              ElementsAre("a", "b c", "d 'e'", "f g", "hij", ""));
  EXPECT_THROW(split_command("a 'b"), CannotStart);
}

}  // namespace
}  // namespace kassay
