// A call that fails before the function of a case: it is found, and does not count as a failure of the function.
#include "conformance/runner/preparation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "conformance/protocol/execute.h"
#include "conformance/runner/run.h"
#include "conformance/runner/run_case.h"
#include "conformance/runner/tests/toy_connection.h"
#include "conformance/runner/tests/toy_vectors.h"
#include "spec/lib/json_text.h"
#include "spec/lib/program_json.h"

namespace kassay::runner::preparation_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::size_t before(const std::string& program, const std::string& function) {
  return calls_before(parse_program(parse_json(program, "program", ""), "program"), function);
}

TEST(CallsBefore, TheFirstCallOfTheFunction) {
  constexpr char kCalls[] = R"({"calls": [{"let": ["x"], "call": "constant", "args": [1]},
    {"let": ["y"], "call": "cumsum", "args": [{"ref": "x"}]}, {"call": "eval", "args": [{"ref": "y"}]}], "return": []})";
  EXPECT_EQ(before(kCalls, "cumsum"), 1u);
  EXPECT_EQ(before(kCalls, "constant"), 0u);
  EXPECT_EQ(before(kCalls, "eval"), 2u);
  EXPECT_EQ(before(kCalls, "dot"), 0u);  // the program does not call it
}

TEST(CallsBefore, AFunctionOfTheProgramMayCallIt) {
  EXPECT_EQ(before(R"({"functions": {
      "inner": {"parameters": ["x"], "calls": [{"let": ["y"], "call": "square", "args": [{"ref": "x"}]}], "return": [{"ref": "y"}]},
      "outer": {"parameters": ["x"], "calls": [{"let": ["y"], "call": "map_fn", "args": [{"function": "inner"}, {"ref": "x"}]}], "return": [{"ref": "y"}]}},
    "calls": [{"let": ["x"], "call": "constant", "args": [1]}, {"let": ["z"], "call": "zeros", "args": [[2]]},
      {"call": "foldl", "args": [[{"function": "outer"}], {"ref": "x"}]}], "return": []})",
                   "square"),
            2u);
}

TEST(CallsBefore, AResultOfTheSameNameIsNotIt) {
  EXPECT_EQ(before(R"({"calls": [{"let": ["square"], "call": "function", "args": []},
      {"call": {"ref": "square"}, "args": []}, {"call": "square", "args": [1]}], "return": []})",
                   "square"),
            2u);
}

// Gives a fixed answer to each call of a program. Like a program in another language, it may not report which call failed.
class ScriptedConnection : public Connection {
 public:
  using Answer = std::function<std::optional<CallResult>(const Call&, int program)>;
  explicit ScriptedConnection(Answer answer, bool says_call = false)
      : answer_(std::move(answer)), says_call_(says_call) {}
  const BackendInfo& info() const override { return info_; }
  CallResult run(const Program& program, const Inputs& inputs, double) override {
    ++programs;
    std::int64_t place = 0;
    for (const Call& call : program.calls) {
      ++place;
      std::optional<CallResult> failed = answer_(call, programs);
      if (!failed) continue;
      if (auto* raised = std::get_if<compare::Answer>(&*failed)) {
        raised->failed_call = says_call_ ? place : 0;
      }
      return *failed;
    }
    return compare::Answer{{inputs.at("x")}, {}, {}};
  }
  int programs = 0;

 private:
  Answer answer_;
  bool says_call_;
  BackendInfo info_{"scripted", "1.0", "none", {}, {}};
};

CallResult raises(const std::string& kind, const std::string& message) {
  return compare::Answer{{}, kind, message};
}
ScriptedConnection::Answer fails_in(const std::string& function, const CallResult& failure) {
  return [function, failure](const Call& call, int) {
    return call.function == function ? std::optional(failure) : std::nullopt;
  };
}

CaseResult check(ScriptedConnection& connection) {
  return check_case(connection, toy_case("identity"), 1);  // constant, identity, eval
}

TEST(NotCalled, WorkerSaysWhichCallRaised) {
  ScriptedConnection connection(fails_in("constant", raises("value", "no int16 here")), true);
  const CaseResult result = check(connection);
  EXPECT_EQ(result.outcome, Outcome::kNotRun);
  ASSERT_TRUE(result.failed_call);
  EXPECT_EQ(result.failed_call->call, 1);
  EXPECT_EQ(result.failed_call->function, "constant");
  EXPECT_EQ(result.failed_call->outcome, Outcome::kError);
  EXPECT_THAT(result.message,
              AllOf(HasSubstr("call 1 of the program, constant, failed before identity was called: "
                              "error of kind value"),
                    HasSubstr("\n    x = K.constant("), HasSubstr("no int16 here")));
  EXPECT_EQ(connection.programs, 1);
}

TEST(NotCalled, OtherwiseTheCallsBeforeAreMadeAgain) {
  ScriptedConnection connection(fails_in("constant", raises("value", "no int16 here")));
  EXPECT_EQ(check(connection).failed_call->function, "constant");
  EXPECT_EQ(connection.programs, 2);
}

TEST(NotCalled, AfterACrashToo) {
  ScriptedConnection connection(fails_in("constant", AbnormalEnd{Outcome::kCrash, "SIGSEGV"}));
  EXPECT_EQ(check(connection).failed_call->outcome, Outcome::kCrash);
}

TEST(NotCalled, AnErrorThatIsExpectedIsNotAPass) {
  Case refused = toy_case("identity");
  refused.expectation.error_kinds = {"value"};
  refused.expectation.outputs.clear();
  ScriptedConnection early(fails_in("constant", raises("value", "no")), true);
  EXPECT_EQ(check_case(early, refused, 1).outcome, Outcome::kNotRun);
  ScriptedConnection right(fails_in("identity", raises("value", "no")), true);
  EXPECT_EQ(check_case(right, refused, 1).outcome, Outcome::kPass);
}

TEST(Called, FailureOfTheFunctionItself) {
  for (const bool says_call : {true, false}) {
    ScriptedConnection connection(fails_in("identity", raises("value", "no")), says_call);
    EXPECT_EQ(check(connection).outcome, Outcome::kError);
  }
  ScriptedConnection crashing(fails_in("identity", AbnormalEnd{Outcome::kCrash, "SIGSEGV"}));
  EXPECT_EQ(check(crashing).outcome, Outcome::kCrash);
}

TEST(Called, FailureAfterItIsItsOwn) {  // a backend may compute late
  ScriptedConnection connection(fails_in("eval", raises("other", "no")), true);
  EXPECT_EQ(check(connection).outcome, Outcome::kError);
}

TEST(Called, ABackendThatIsBrokenAfterwardsDoesNotHideIt) {
  ScriptedConnection connection([](const Call& call, int program) -> std::optional<CallResult> {
    if (call.function == "identity") return raises("value", "it is wrong");
    if (program > 1) return raises("other", "in pieces");
    return std::nullopt;
  });
  EXPECT_EQ(check(connection).outcome, Outcome::kError);
}

TEST(NotCalled, WhatIsUnsupportedStaysSo) {
  ScriptedConnection lacking(fails_in("constant", AbnormalEnd{Outcome::kUnsupported, "no int16"}));
  EXPECT_EQ(check(lacking).outcome, Outcome::kUnsupported);
  ScriptedConnection stub(fails_in("constant", raises("not-implemented", "later")), true);
  EXPECT_EQ(check(stub).outcome, Outcome::kUnsupported);
}

// Runs of a backend whose `constant` raises an error.
class RunOfABrokenConstant : public testing::Test {
 protected:
  RunOfABrokenConstant() {
    vectors_.add("identity", {{"a"}, {"b"}});
    vectors_.add_profile("small", {"identity"});
    vectors_.finish();
    settings_ = toy_run(vectors_, count_);
  }
  RunReport run(ScriptedConnection::Answer answer) {
    settings_.open = [answer](const std::string&, const BackendOptions&) {
      return std::make_unique<ScriptedConnection>(answer, true);
    };
    return run_conformance(settings_, {});
  }

  ToyVectors vectors_;
  RunSettings settings_;
  std::atomic<int> count_ = 0;
};

TEST_F(RunOfABrokenConstant, IsNotConformantAndNothingIsWrong) {
  const RunReport report = run(fails_in("constant", raises("value", "no")));
  EXPECT_EQ(report.summary.count(Outcome::kNotRun), 2);
  EXPECT_EQ(report.summary.against(), 0);
  const RunVerdict verdict = verdict_of(facts_of(report));
  EXPECT_EQ(verdict.claim, Claim::kCutShort);
  EXPECT_EQ(verdict.exit_code(), 1);
  EXPECT_FALSE(verdict.nothing_shown);
  EXPECT_EQ(report.profiles.at(0).verdict, ProfileVerdict::kIncomplete);
  EXPECT_EQ(report.summary.not_run().groups().front().cause,
            "constant failed before the function was called (error): no");
}

TEST_F(RunOfABrokenConstant, AFailureOfTheFunctionShowsBesideIt) {
  int constants = 0;
  const RunReport report = run([&constants](const Call& call, int) -> std::optional<CallResult> {
    if (call.function == "constant" && ++constants == 1) return raises("value", "no");
    if (call.function == "identity") return raises("value", "it is wrong");
    return std::nullopt;
  });
  EXPECT_EQ(report.summary.count(Outcome::kNotRun), 1);
  EXPECT_EQ(report.summary.count(Outcome::kError), 1);
  EXPECT_EQ(verdict_of(facts_of(report)).claim, Claim::kNotConformant);
}

TEST_F(RunOfABrokenConstant, CrashesOfItCostPatience) {
  settings_.max_restarts = 1;
  const RunReport report = run(fails_in("constant", AbnormalEnd{Outcome::kCrash, "SIGSEGV"}));
  const std::vector<CaseResult> results = read_results(settings_.out).cases;
  EXPECT_TRUE(results.at(0).failed_call);
  EXPECT_FALSE(results.at(1).failed_call);
  EXPECT_THAT(results.at(1).message, HasSubstr("have cost 1 worker, the most"));
}

// The function of the toy case is `sum`.
std::string lacks(Mode mode, const std::set<std::string>& functions) {
  Case test_case = toy_case("sum");
  test_case.modes = {mode};
  const AbnormalEnd end{.outcome = Outcome::kUnsupported, .message = "lacking", .lacks = functions};
  return result_of(end, test_case, nullptr).lacks;
}

TEST(ResultOf, AProgramThatNeedsAnotherFunctionWhichIsLacking) {
  EXPECT_EQ(lacks(Mode::kProgram, {"reverse", "slice"}), "reverse");
  EXPECT_EQ(lacks(Mode::kProgram, {"reverse", "sum"}), "");
  EXPECT_EQ(lacks(Mode::kGradient, {"gradients"}), "");
  EXPECT_EQ(lacks(Mode::kProgram, {}), "");
}

}  // namespace
}  // namespace kassay::runner::preparation_test
