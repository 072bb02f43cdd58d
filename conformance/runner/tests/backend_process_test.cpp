// How a backend starts, announces its functions, and ends. conformance/trials/isolation/miniatures tests
// misbehaviour in a case.
#include "conformance/runner/backend_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "conformance/runner/backend_argument.h"
#include "conformance/runner/run_case.h"
#include "conformance/runner/tests/toy_vectors.h"

namespace kassay::runner::backend_process_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr double kDeadline = 20;

std::string worker(const std::string& arguments = "") {
  return "exec:'" + program_directory() + "/misbehaving-worker' " + arguments;
}

TEST(BetweenCases, TheEndOfTheWorkerIsTheResultOfTheNextCase) {
  std::unique_ptr<Connection> connection = open_backend(worker(), {});
  check_case(*connection, toy_case("ends_later"), kDeadline);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  CaseResult result = check_case(*connection, toy_case("identity"), kDeadline);
  EXPECT_EQ(result.outcome, Outcome::kCrash);
  EXPECT_THAT(result.message, AllOf(HasSubstr("exited with status 4"), HasSubstr("between cases")));
  EXPECT_EQ(check_case(*connection, toy_case("identity"), kDeadline).outcome, Outcome::kPass);
}

// The message of the exception from open_backend.
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
              AllOf(HasSubstr("exited with status 5"), HasSubstr("no licence found"),
                    Not(HasSubstr("sandbox"))));
}

// If the reason is plain, the message does not mention the sandbox.
TEST(Start, MissingFileAndSyntaxErrorDoNotMentionTheSandbox) {
  for (const char* command : {"exec:sh /nowhere/program", "exec:sh -c '('"}) {
    EXPECT_THAT(start_error<CannotStart>(command),
                AllOf(HasSubstr("standard error ends with"), Not(HasSubstr("sandbox"))));
  }
}

TEST(Start, DenialSaysWhatTheSandboxDenies) {
  EXPECT_THAT(
      start_error<CannotStart>("exec:sh -c 'echo setuid: Operation not permitted >&2; exit 1'"),
      HasSubstr("--sandbox off"));
}

TEST(Start, SilentEndSaysWhatTheSandboxDenies) {
  EXPECT_THAT(start_error<CannotStart>("exec:sh -c 'exit 1'"), HasSubstr("--sandbox off"));
}

TEST(Start, Hang) {
  EXPECT_THAT(start_error<CannotStart>(worker("hangs"), 0.5),
              AllOf(HasSubstr("within 0.5 s"), HasSubstr("; --start-timeout gives it more time")));
}

TEST(Start, Garbage) {
  EXPECT_THAT(start_error<CannotStart>(worker("garbage")),
              AllOf(HasSubstr("these bytes are not a message: \"Welcome to this backend! \""),
                    HasSubstr("(conformance/PROTOCOL.md, Frames)"), Not(HasSubstr("timeout"))));
}

TEST(Start, TextThatIsShorterThanALength) {
  EXPECT_THAT(start_error<CannotStart>(worker("prints")),
              HasSubstr("in the middle of the length of a message, after 6 of 8 bytes: \"Hello \" "
                        "(conformance/PROTOCOL.md, Frames)"));
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
  BackendOptions options;
  options.sandbox.writable = {folder.path("")};
  std::unique_ptr<Connection> connection =
      open_backend(worker("once '" + folder.path("started") + "'"), options);
  EXPECT_EQ(check_case(*connection, toy_case("abort"), kDeadline).outcome, Outcome::kCrash);
  for (int i = 0; i < 5; ++i) {
    CaseResult result = check_case(*connection, toy_case("identity"), kDeadline);
    EXPECT_EQ(result.outcome, Outcome::kNotRun);
    // The first restart was for repeating the calls before `abort`.
    EXPECT_THAT(result.message, HasSubstr(i < 2 ? "exited with status 6" : "3 times in a row"));
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
  ASSERT_TRUE(std::holds_alternative<compare::Answer>(result))
      << std::get<AbnormalEnd>(result).message;
  const auto& outputs = std::get<compare::Answer>(result).outputs;
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
}  // namespace kassay::runner::backend_process_test
