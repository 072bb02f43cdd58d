// A case on the misbehaving plug-in, in a worker, between two cases that pass.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "conformance/runner/backend_process.h"
#include "conformance/runner/run_case.h"
#include "conformance/runner/tests/toy_vectors.h"

namespace kassay {

class NativeMiniature : public testing::Test {
 protected:
  static constexpr double kDeadline = 20;      // of cases that end by themselves
  static constexpr double kShortDeadline = 1;  // of cases that do not

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

  // `message` holds the words "child <number>"; that process is soon gone.
  static void expect_child_ended(const std::string& message) {
    const std::size_t at = message.find("child ");
    ASSERT_NE(at, std::string::npos) << message;
    const std::string number = std::to_string(std::stoi(message.substr(at + 6)));
    for (int i = 0; i < 100 && is_running(number); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_FALSE(is_running(number)) << number;
  }

 private:
  static bool is_running(const std::string& number) {
    std::ifstream stat("/proc/" + number + "/stat");
    std::string pid, name, state;
    return (stat >> pid >> name >> state) && state != "Z" && state != "X";
  }
};

}  // namespace kassay
