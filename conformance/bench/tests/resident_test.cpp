#include "conformance/bench/resident.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "conformance/bench/measure.h"
#include "conformance/bench/workload.h"
#include "optimized/device/emulated.h"
#include "optimized/device/interpreter.h"
#include "optimized/optimized.h"
#include "spec/lib/error.h"
#include "spec/lib/program_json.h"
#include "spec/lib/tests/temporary_directory.h"

namespace kassay::bench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::int64_t elements_of(const Workload& workload) {
  std::int64_t count = 0;
  for (const auto& [name, recipe] : workload.inputs) count += element_count(recipe.shape);
  return count;
}

// The smallest of each category.
std::vector<Workload> small_workloads() {
  std::map<std::string, Workload> smallest;
  for (Workload& workload : read_workloads(KASSAY_WORKLOADS)) {
    const auto found = smallest.find(workload.category);
    if (found == smallest.end() || elements_of(workload) < elements_of(found->second))
      smallest.insert_or_assign(workload.category, std::move(workload));
  }
  std::vector<Workload> workloads;
  for (auto& [category, workload] : smallest) workloads.push_back(std::move(workload));
  return workloads;
}

void expect_same_outputs(Backend& backend) {
  const std::vector<Workload> workloads = small_workloads();
  EXPECT_EQ(workloads.size(), 12u);
  for (const Workload& workload : workloads) {
    const Inputs inputs = make_inputs(workload);
    const auto expected = run_program(backend, workload.program, inputs);
    const auto answer = run_program(backend, resident(workload.program), inputs);
    EXPECT_EQ(difference(expected, answer, workload.random), "") << workload.id;
  }
}

TEST(Resident, OutputsAreTheSame) { expect_same_outputs(*make_optimized(Edition::kKo)); }

TEST(Resident, OutputsAreTheSameOnADevice) {
  expect_same_outputs(*optimized::device::make_interpreter(
      Edition::kKo, optimized::device::make_emulated_device()));
}

// What trains also predicts.
TEST(Resident, NetworksLeaveNothingToTheHost) {
  const TemporaryDirectory folder;
  setenv("KASSAY_ENGINE", ("print=" + folder.file("plans")).c_str(), 1);
  const auto backend =
      optimized::device::make_interpreter(Edition::kKo, optimized::device::make_emulated_device());
  unsetenv("KASSAY_ENGINE");
  int networks = 0;
  for (const Workload& workload : read_workloads(KASSAY_WORKLOADS)) {
    const bool is_network = workload.category == "networks" || workload.category == "programs";
    const bool is_whole = workload.id.find("/train-") != std::string::npos;
    if (!is_network || !is_whole || !workload.id.ends_with("/small")) continue;
    folder.write("plans", "");
    run_program(*backend, resident(workload.program), make_inputs(workload));
    EXPECT_THAT(folder.read("plans"), AllOf(HasSubstr("bytes"), Not(HasSubstr("on the host"))))
        << workload.id;
    ++networks;
  }
  EXPECT_GT(networks, 8);
}

// Adds what it is fed to a variable, which it returns as it was before.
constexpr char kCounter[] = R"({
  "calls": [
    {"let": ["x"], "call": "placeholder", "kwargs": {"shape": [], "dtype": "int32"}},
    {"let": ["total"], "call": "variable", "args": [0], "kwargs": {"dtype": "int32"}},
    {"let": ["before"], "call": "identity", "args": [{"ref": "total"}]},
    {"let": ["change"], "call": "update_add", "args": [{"ref": "total"}, {"ref": "x"}]},
    {"let": ["count"], "call": "function", "args": [[{"ref": "x"}], [{"ref": "before"}]],
     "kwargs": {"updates": [{"ref": "change"}]}},
    {"let": [["result"]], "call": {"ref": "count"}, "args": [[{"input": "x_array"}]], "times": 3}
  ],
  "return": ["result"]
})";

Program counter() { return parse_program(nlohmann::json::parse(kCounter), "a test"); }

TEST(Resident, ItsOwnUpdatesAreMadeAsOften) {
  Inputs inputs;
  inputs.emplace("x_array", Tensor(DType::kInt32, {}));
  set_element(inputs.at("x_array"), 0, 5);
  const auto backend = make_optimized(Edition::kKo);
  const auto answer = run_program(*backend, resident(counter()), inputs);
  EXPECT_EQ(element(*answer.at(0).get_if<Tensor>(), 0), 10);
}

TEST(Resident, TheCallThatIsMeasuredHasNoArrays) {
  Program program = counter();
  program.calls.back().measure = Measurement{0, 0, 3, "an id"};
  const Program made = resident(program);
  const auto is_measured = [](const Call& call) { return call.measure.has_value(); };
  ASSERT_EQ(std::ranges::count_if(made.calls, is_measured), 1);
  const Call& call = *std::ranges::find_if(made.calls, is_measured);
  EXPECT_EQ(call.measure->workload, "an id");
  EXPECT_TRUE(std::get<ArgumentList>(call.args.at(0)).empty());
}

TEST(Resident, WhatCallsNoFunctionIsUnsupported) {
  Program program = counter();
  program.calls.pop_back();
  EXPECT_THROW(resident(program), Unsupported);
}

}  // namespace
}  // namespace kassay::bench
