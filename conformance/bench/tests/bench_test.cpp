#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include "conformance/bench/bench_file.h"
#include "conformance/bench/ratios.h"
#include "spec/lib/atomic_file.h"
#include "spec/lib/error.h"

namespace kassay::bench {
namespace {

using testing::HasSubstr;

// A file that goes with the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view contents) { write_file(name_, contents); }
  ~TemporaryFile() { std::filesystem::remove(name_); }
  const std::string& name() const { return name_; }

 private:
  std::string name_ = testing::TempDir() + "bench-" + std::to_string(getpid());
};

Tensor floats(const std::vector<float>& elements) {
  Tensor tensor(DType::kFloat32, {static_cast<std::int64_t>(elements.size())});
  std::ranges::copy(elements, tensor.mutable_data<float>().begin());
  return tensor;
}

std::string told(const std::vector<float>& expected, const std::vector<float>& answer) {
  return difference({floats(expected)}, {floats(answer)}, /*random=*/false);
}

TEST(Difference, LastDigitsAreNoMatter) { EXPECT_EQ(told({1, 1000}, {1.5F, 1000.5F}), ""); }

TEST(Difference, AnotherElementIsTold) {
  EXPECT_EQ(told({1, 2}, {1, 3}), "output 0: element [1] is 3, not 2");
}

TEST(Difference, NanIsEqualToItselfOnly) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(told({nan, 1}, {nan, 1}), "");
  EXPECT_NE(told({nan, 1}, {1, 1}), "");
  EXPECT_NE(told({1, 1}, {nan, 1}), "");
}

TEST(Difference, ShapesAreCompared) {
  EXPECT_EQ(told({1, 2}, {1}), "output 0: the shape is (1,), not (2,)");
}

TEST(Difference, OfRandomNumbersOnlyTheShape) {
  EXPECT_EQ(difference({floats({1})}, {floats({2})}, /*random=*/true), "");
}

TEST(Difference, AnotherNumberOfOutputs) {
  EXPECT_EQ(difference({floats({1})}, {}, false), "0 outputs, not 1");
}

TEST(Quantile, IsInterpolated) {
  EXPECT_EQ(quantile({1, 2, 4}, 0.5), 2);
  EXPECT_EQ(quantile({1, 2}, 0.5), 1.5);
  EXPECT_EQ(quantile({7}, 0.25), 7);
}

Result took(const std::string& workload, const std::string& backend, double median) {
  Result result{workload, backend, "measured", "",       3, median,
                median,   median,  median,     {median}, 8, 0};
  return result;
}

TEST(Ratios, AboveOneWhereTheFirstIsFaster) {
  const auto found =
      ratios({took("a/x", "ours", 1), took("a/x", "one", 2), took("a/x", "two", 0.5)}, "ours");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].value, 2);
  EXPECT_EQ(found[1].value, 0.5);
  EXPECT_EQ(found[2].other, kFastest);
  EXPECT_EQ(found[2].value, 0.5);
}

TEST(Ratios, WhatOneHasNotMeasuredIsLeftOut) {
  Result failed = took("a/x", "one", 1);
  failed.outcome = "crash";
  EXPECT_TRUE(ratios({took("a/x", "ours", 1), failed}, "ours").empty());
  EXPECT_TRUE(ratios({took("a/x", "one", 1), took("a/x", "two", 1)}, "ours").empty());
}

TEST(Means, AreGeometricByCategory) {
  const auto found = means({{"a/x", "one", 4}, {"a/y", "one", 1}, {"b/z", "one", 0.25}});
  EXPECT_DOUBLE_EQ(found.at("one").at("a").geometric, 2);
  EXPECT_EQ(found.at("one").at("a").ahead, 2);
  const Mean& all = found.at("one").at("");
  EXPECT_DOUBLE_EQ(all.geometric, 1);
  EXPECT_EQ(all.worst, 0.25);
  EXPECT_EQ(all.worst_workload, "b/z");
  EXPECT_EQ(all.workloads, 3);
}

Header header() {
  Header made;
  made.kassay_version = "0.1.0";
  made.started = "2026-01-31T23:59:59Z";
  made.machine = {"a processor", "Linux", 2};
  made.effort.rounds = 4;
  made.backends = {{"ours", "optimized", "kassay optimized", "0.1.0", "cpu"}};
  return made;
}

TEST(BenchFile, IsReadAsItWasWritten) {
  Result failed{"a/y", "ours", "timeout", "no answer"};
  const TemporaryFile file(to_line(header()) + "\n" + to_line(took("a/x", "ours", 0.25)) + "\n" +
                           to_line(failed) + "\n");
  const File read = read_bench_file(file.name());
  EXPECT_EQ(to_line(read.header), to_line(header()));
  ASSERT_EQ(read.results.size(), 2u);
  EXPECT_EQ(to_line(read.results[0]), to_line(took("a/x", "ours", 0.25)));
  EXPECT_EQ(read.results[1].message, "no answer");
}

TEST(BenchFile, MistakesNameTheLine) {
  const TemporaryFile file(to_line(header()) + "\n{\"workload\": \"a/x\"}\n");
  try {
    read_bench_file(file.name());
    FAIL();
  } catch (const FileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("line 2"));
    EXPECT_THAT(error.what(), HasSubstr("kassay bench --out"));
  }
}

TEST(BenchFile, AnEmptyFileIsNone) {
  const TemporaryFile file("");
  EXPECT_THROW(read_bench_file(file.name()), FileError);
}

TEST(Workloads, AllCanBeReadAndMade) {
  std::set<std::string> ids;
  for (const Workload& workload : read_workloads(KASSAY_WORKLOADS)) {
    EXPECT_TRUE(ids.insert(workload.id).second) << workload.id;
    EXPECT_TRUE(workload.program.calls.back().calls_result) << workload.id;
    if (workload.size != "small") continue;  // the others take long
    EXPECT_EQ(make_inputs(workload).size(), workload.inputs.size()) << workload.id;
  }
  EXPECT_GE(ids.size(), 120u);
}

Workload drawing(const std::string& values) {
  Workload workload;
  workload.inputs["x"] = {DType::kFloat32, {4, 5}, values, 3, 6};
  return workload;
}

TEST(Inputs, AreTheSameEachTime) {
  const auto one = make_inputs(drawing("normal")), other = make_inputs(drawing("normal"));
  for (std::int64_t i = 0; i < 20; ++i)
    EXPECT_EQ(element(one.at("x"), i), element(other.at("x"), i));
}

TEST(Inputs, SharesHaveTheSumOne) {
  const Tensor x = make_inputs(drawing("shares")).at("x");
  for (std::int64_t row = 0; row < 4; ++row) {
    long double sum = 0;
    for (std::int64_t i = 0; i < 5; ++i) sum += element(x, row * 5 + i);
    EXPECT_NEAR(static_cast<double>(sum), 1, 1e-6);
  }
}

TEST(Inputs, IntegersAreInTheirRange) {
  std::set<long double> seen;
  const Tensor x = make_inputs(drawing("")).at("x");
  for (std::int64_t i = 0; i < 20; ++i) seen.insert(element(x, i));
  EXPECT_EQ(seen, (std::set<long double>{3, 4, 5}));
}

}  // namespace
}  // namespace kassay::bench
