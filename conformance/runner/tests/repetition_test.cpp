#include "conformance/runner/repetition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "conformance/runner/run.h"
#include "conformance/runner/tests/toy_connection.h"
#include "conformance/runner/tests/toy_vectors.h"
#include "spec/lib/results.h"

namespace kassay::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

compare::Answer answer_of(std::vector<float> elements) {
  Tensor tensor(DType::kFloat32, {static_cast<std::int64_t>(elements.size())});
  std::ranges::copy(elements, tensor.mutable_data<float>().begin());
  return {.outputs = {tensor}, .error_kind = {}, .error_message = {}};
}

double difference(std::vector<float> first, std::vector<float> second) {
  return difference_in_bits(answer_of(std::move(first)), answer_of(std::move(second)), {});
}

TEST(DifferenceInBits, InUlpsOfTheLargest) {
  EXPECT_EQ(difference({1, 2}, {1, 2}), 0);
  EXPECT_EQ(difference({1, 2}, {1, std::nextafter(2.0F, 3.0F)}), 1);
}

TEST(DifferenceInBits, AnyNaNIsTheSame) {
  EXPECT_EQ(difference({kNaN}, {-kNaN}), 0);
  EXPECT_EQ(difference({kNaN}, {1}), kInfinity);
}

TEST(DifferenceInBits, SignOfZero) { EXPECT_GT(difference({0.0F}, {-0.0F}), 0); }

TEST(DifferenceInBits, OfAnotherShape) { EXPECT_EQ(difference({1}, {1, 1}), kInfinity); }

TEST(DifferenceInBits, RandomOutputsDoNotCount) {
  Expectation expectation;
  expectation.outputs = {ExpectedSample{}};
  EXPECT_EQ(difference_in_bits(answer_of({1}), answer_of({2}), expectation), 0);
}

TEST(DifferenceInBits, ElementsThatAreNotJudgedDoNotCount) {
  Tensor limit(DType::kFloat64, {2});
  limit.mutable_data<double>()[0] = kInfinity;
  ExpectedTensor expected;
  expected.dtype = DType::kFloat32;
  expected.shape = {2};
  expected.limit = limit;
  Expectation expectation;
  expectation.outputs = {expected};
  EXPECT_EQ(difference_in_bits(answer_of({1, 2}), answer_of({5, 2}), expectation), 0);
  EXPECT_GT(difference_in_bits(answer_of({1, 2}), answer_of({1, 5}), expectation), 0);
}

RepeatedCase repeated_case(Outcome outcome, Repetition found) {
  RepeatedCase repeated;
  repeated.checked.result.outcome = outcome;
  repeated.checked.result.message = "wrong";
  repeated.found = std::move(found);
  return repeated;
}

TEST(ResultOfAllRuns, MessageNamesTheWrongRuns) {
  const CaseResult result =
      result_of_all_runs(repeated_case(Outcome::kFail, {.runs = 5, .wrong = {2, 4, 5}}));
  EXPECT_EQ(result.message, "Right in run 1, wrong in runs 2, 4 and 5 of 5 in one worker: wrong");
  EXPECT_THAT(result.repetition.value().wrong, ElementsAre(2, 4, 5));
}

TEST(ResultOfAllRuns, WrongAtFirst) {
  const CaseResult result =
      result_of_all_runs(repeated_case(Outcome::kFail, {.runs = 3, .wrong = {1}}));
  EXPECT_THAT(result.message, StartsWith("Right in other runs, wrong in run 1 of 3"));
}

TEST(ResultOfAllRuns, WrongInEachRunIsOnlyWrong) {
  const CaseResult result =
      result_of_all_runs(repeated_case(Outcome::kFail, {.runs = 2, .wrong = {1, 2}}));
  EXPECT_EQ(result.message, "wrong");
  EXPECT_FALSE(result.repetition);
}

TEST(RepeatedRun, EachCaseRunsAsOftenAndHasOneResult) {
  ToyVectors vectors;
  std::vector<ToyVectors::ToyCase> cases;
  for (int i = 0; i < 20; ++i) cases.push_back({"case" + std::to_string(i)});
  vectors.add("identity", cases);
  vectors.finish();
  std::atomic<int> count = 0;
  RunSettings settings = toy_run(vectors, count);
  settings.selection.filter = {"identity"};
  const std::int64_t results = run_conformance(settings, {}).summary.total();
  const int once = count.exchange(0);
  for (const int jobs : {1, 3}) {
    settings.repetition.runs = 4;
    settings.jobs = jobs;
    const RunReport report = run_conformance(settings, {});
    EXPECT_EQ(report.summary.total(), results);
    EXPECT_EQ(count.exchange(0), 4 * once);
    EXPECT_EQ(read_results(settings.out).header.repetition.runs, 4);
  }
}

TEST(RacesOfARun, AreNotLookedForWhereTheBackendHasNoThreads) {
  ToyVectors vectors;
  vectors.add("identity", {{"case"}});
  vectors.finish();
  std::atomic<int> count = 0;
  RunSettings settings = toy_run(vectors, count);
  settings.selection.filter = {"identity"};
  settings.repetition.threads = 4;
  const RunReport report = run_conformance(settings, {});
  EXPECT_THAT(report.notices,
              ElementsAre(StartsWith("--threads has no effect: toy does not declare")));
  EXPECT_EQ(report.header.repetition.threads, 1);
}

}  // namespace
}  // namespace kassay::runner
