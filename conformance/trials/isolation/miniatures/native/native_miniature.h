// Runs a case on the misbehaving plug-in, in a worker, between two cases that pass.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "conformance/runner/backend_process.h"
#include "conformance/runner/run_case.h"
#include "conformance/runner/tests/processes.h"
#include "conformance/runner/tests/toy_vectors.h"

namespace kassay {

class NativeMiniature : public testing::Test {
 protected:
  NativeMiniature() { setenv("KASSAY_MINIATURE", std::to_string(getpid()).c_str(), 1); }

  static constexpr double kDeadline = 20;      // for cases that end by themselves
  static constexpr double kShortDeadline = 1;  // for cases that do not

  static std::unique_ptr<runner::Connection> open(std::uint64_t memory = 0) {
    runner::BackendOptions options;
    options.memory = memory;
    return open_backend("plugin:" KASSAY_MISBEHAVING_PLUGIN, options);
  }

  static void expect_pass(runner::Connection& connection, const std::string& when) {
    const CaseResult result = check_case(connection, runner::toy_case("identity"), kDeadline);
    EXPECT_EQ(result.outcome, Outcome::kPass) << when << ": " << result.message;
  }

  // The result of the case that calls this function.
  static CaseResult check(const std::string& function, double deadline = kDeadline,
                          std::uint64_t memory = 0) {
    const std::unique_ptr<runner::Connection> connection = open(memory);
    expect_pass(*connection, "before");
    CaseResult result = check_case(*connection, runner::toy_case(function), deadline);
    expect_pass(*connection, "after");
    return result;
  }

  // `message` contains "child <number>", and no process that a worker of this test started is left.
  void expect_child_ended(const std::string& message) const {
    EXPECT_NE(message.find("child "), std::string::npos) << message;
    EXPECT_THAT(runner::processes_with(mark_), testing::IsEmpty());
  }

 private:
  // In the environment of every process that the test starts.
  const std::string mark_ = "KASSAY_MINIATURE=" + std::to_string(getpid());
};

}  // namespace kassay
