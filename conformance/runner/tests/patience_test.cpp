// When a run confirms a failure in a fresh worker, and when it gives up on a function.
#include "conformance/runner/patience.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/runner/run.h"
#include "conformance/runner/tests/toy_connection.h"
#include "conformance/runner/tests/toy_vectors.h"

namespace kassay::runner::patience_test {
namespace {

using testing::HasSubstr;
using testing::Not;

// Each worker runs this many programs correctly, then fails.
class TiringConnection : public Connection {
 public:
  TiringConnection(int right, int& workers) : right_(right), workers_(workers) {}
  const BackendInfo& info() const override { return info_; }
  CallResult run(const Program&, const Inputs& inputs, double) override {
    if (programs_++ < right_) return compare::Answer{{inputs.at("x")}, {}, {}};
    return compare::Answer{{None{}}, {}, {}};
  }
  std::int64_t programs() const override { return programs_; }
  void renew() override {
    programs_ = 0;
    ++workers_;
  }

 private:
  int right_;
  int& workers_;
  int programs_ = 0;
  BackendInfo info_{"tiring", "1.0", "none", {}, {}};
};

// Ends with this outcome in each program that calls more than constants.
class LostConnection : public Connection {
 public:
  explicit LostConnection(AbnormalEnd end) : end_(std::move(end)) {}
  const BackendInfo& info() const override { return info_; }
  CallResult run(const Program& program, const Inputs&, double) override {
    if (program.calls.size() == 1) return compare::Answer{};
    return end_;
  }

 private:
  AbnormalEnd end_;
  BackendInfo info_{"lost", "1.0", "none", {}, {}};
};

// Fails, and cannot get a second worker.
class OnlyWorker : public Connection {
 public:
  const BackendInfo& info() const override { return info_; }
  CallResult run(const Program&, const Inputs&, double) override {
    ++programs_;
    if (renewed_) return AbnormalEnd{Outcome::kNotRun, "not run: it does not start"};
    return compare::Answer{{None{}}, {}, {}};
  }
  std::int64_t programs() const override { return programs_; }
  void renew() override { renewed_ = true; }

 private:
  bool renewed_ = false;
  int programs_ = 1;
  BackendInfo info_{"only", "1.0", "none", {}, {}};
};

class PatienceOfARun : public testing::Test {
 protected:
  PatienceOfARun() {
    vectors_.add("identity", {{"a"}, {"b"}, {"c"}, {"d"}});
    vectors_.add("other", {{"a"}});
    vectors_.finish();
    settings_.vectors_directory = vectors_.directory();
    settings_.backend = "toy";
    settings_.out = vectors_.path("results.jsonl");
    settings_.earlier = EarlierResults::kReplace;
  }

  std::vector<CaseResult> run_tiring(int right) {
    settings_.open = [this, right](const std::string&, const BackendOptions&) {
      return std::make_unique<TiringConnection>(right, workers_);
    };
    return run();
  }
  std::vector<CaseResult> run_lost(Outcome outcome, const std::string& message) {
    settings_.open = [outcome, message](const std::string&, const BackendOptions&) {
      return std::make_unique<LostConnection>(AbnormalEnd{outcome, message});
    };
    return run();
  }
  std::vector<CaseResult> run() {
    run_conformance(settings_, {});
    return read_results(settings_.out).cases;
  }

  ToyVectors vectors_;
  RunSettings settings_;
  int workers_ = 1;
};

CaseResult failure_of(const std::string& function) {
  CaseResult result;
  result.function = function;
  result.outcome = Outcome::kFail;
  return result;
}

TEST(Patience, DoubtsTheFirstFailureOfAFunction) {
  Patience patience(0);
  EXPECT_TRUE(patience.doubts(failure_of("abs")));
  patience.confirm("abs");
  EXPECT_FALSE(patience.doubts(failure_of("abs")));
}

TEST(Patience, ConfirmingIsBoundedByTime) {
  Patience patience(0);
  patience.spend(Patience::kConfirmingSeconds + 1);
  EXPECT_FALSE(patience.doubts(failure_of("abs")));
  EXPECT_EQ(patience.unconfirmed(), 1);
}

TEST(Patience, LongRunsConfirmForLonger) {
  Patience patience(0);
  patience.spend(Patience::kConfirmingSeconds + 1);
  CaseResult slow;
  slow.seconds = 100 * Patience::kConfirmingSeconds;
  patience.add(slow);
  EXPECT_TRUE(patience.doubts(failure_of("abs")));
}

TEST_F(PatienceOfARun, KeptStateIsReportedWithEachFailure) {
  settings_.selection.filter = {"identity"};
  const std::vector<CaseResult> results = run_tiring(1);
  EXPECT_EQ(results.at(0).outcome, Outcome::kPass);
  EXPECT_EQ(results.at(1).outcome, Outcome::kFail);
  EXPECT_THAT(results.at(1).message, HasSubstr("keeps something from one program to the next"));
  EXPECT_THAT(results.at(3).message, HasSubstr("keeps something"));
  EXPECT_EQ(workers_, 4);
}

TEST_F(PatienceOfARun, FailureThatIsConfirmedCostsOneWorker) {
  const std::vector<CaseResult> results = run_tiring(0);
  for (const CaseResult& result : results) {
    EXPECT_EQ(result.outcome, Outcome::kFail);
    EXPECT_THAT(result.message, Not(HasSubstr("keeps something")));
  }
  EXPECT_EQ(workers_, 2);  // the first case had a fresh worker anyway; `other` is confirmed
}

TEST_F(PatienceOfARun, NeverFresh) {
  settings_.fresh_workers = FreshWorkers::kNever;
  EXPECT_THAT(run_tiring(1).at(1).message, Not(HasSubstr("keeps something")));
  EXPECT_EQ(workers_, 1);
}

TEST_F(PatienceOfARun, AlwaysFresh) {
  settings_.fresh_workers = FreshWorkers::kAlways;
  settings_.selection.filter = {"identity"};
  for (const CaseResult& result : run_tiring(1)) EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_EQ(workers_, 4);
}

TEST_F(PatienceOfARun, FunctionThatKeepsCrashingIsGivenUp) {
  settings_.max_restarts = 2;
  const std::vector<CaseResult> results = run_lost(Outcome::kCrash, "crashed");
  EXPECT_EQ(results.at(1).message, "crashed");
  EXPECT_EQ(results.at(2).outcome, Outcome::kNotRun);
  EXPECT_THAT(results.at(2).message,
              HasSubstr("not run: earlier cases of identity have cost 2 workers"));
  EXPECT_EQ(results.back().function, "other");
  EXPECT_EQ(results.back().message, "crashed");
}

TEST_F(PatienceOfARun, ItIsRememberedWhenARunIsResumed) {
  settings_.max_restarts = 2;
  run_lost(Outcome::kCrash, "crashed");
  const std::string whole = read_text(settings_.out);
  std::size_t end = 0;
  for (int line = 0; line < 3; ++line) end = whole.find('\n', end) + 1;  // the header and two cases
  write_text(settings_.out, whole.substr(0, end));
  settings_.earlier = EarlierResults::kContinue;
  EXPECT_THAT(run().at(2).message, HasSubstr("not run"));
}

TEST_F(PatienceOfARun, FunctionThatHangsIsGivenUpSooner) {
  settings_.max_restarts = 10;  // the cost of two timeouts
  const std::vector<CaseResult> hangs = run_lost(Outcome::kTimeout, "no answer");
  EXPECT_EQ(hangs.at(1).outcome, Outcome::kTimeout);
  EXPECT_EQ(hangs.at(2).outcome, Outcome::kNotRun);
  EXPECT_EQ(run_lost(Outcome::kCrash, "crashed").at(3).outcome, Outcome::kCrash);
}

TEST_F(PatienceOfARun, WithoutALimitEverythingIsRun) {
  settings_.max_restarts = 0;
  EXPECT_EQ(run_lost(Outcome::kTimeout, "no answer").at(3).outcome, Outcome::kTimeout);
}

TEST_F(PatienceOfARun, FailureStaysIfNoOtherWorkerStarts) {
  settings_.open = [](const std::string&, const BackendOptions&) {
    return std::make_unique<OnlyWorker>();
  };
  const std::vector<CaseResult> results = run();
  EXPECT_EQ(results.at(0).outcome, Outcome::kFail);
  EXPECT_EQ(results.at(1).outcome, Outcome::kNotRun);
}

}  // namespace
}  // namespace kassay::runner::patience_test
