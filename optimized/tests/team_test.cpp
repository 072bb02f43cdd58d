// Teams of threads (device/team.h) on fibers, in each order.
#include "optimized/device/team.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "optimized/device/fibers.h"
#include "optimized/device/launches.h"
#include "spec/lib/error.h"

namespace kassay::optimized::team_test {
namespace {

using namespace device;
using testing::HasSubstr;
using testing::MatchesRegex;

constexpr Order kOrders[] = {Order::kAscending, Order::kDescending, Order::kShuffled};

// Several rows for each block.
constexpr std::int64_t kRows = 7;
constexpr int kBlocks = 2;

template <int kTeam, class Body>
void run_rows(const Body& body, std::int64_t rows, Order order) {
  run_blocks(Body::kName, {kBlocks, kTeam, Block<kTeam>::kRoom}, order,
             [&](unsigned char* room) { do_rows<kTeam>(body, rows, room); });
}

// y, as the body leaves it.
template <int kTeam, class Body, class T>
std::vector<T> made(Body body, std::vector<T> y, std::int64_t rows, Order order) {
  body.y = y.data();
  run_rows<kTeam>(body, rows, order);
  return y;
}

double term(long long row, long long i) { return 1.0 / static_cast<double>(row * 1000 + i + 1); }

// What each member gets.
struct Sums {
  static constexpr const char* kName = "sums of a test";
  long long length;
  double* y = nullptr;
  template <class Team>
  void operator()(Team& team, long long row) const {
    y[row * team.size() + team.rank()] = team.reduce(
        length, 0.0, [&](long long i) { return term(row, i); },
        [](double a, double b) { return a + b; });
  }
};

struct RunningSums {
  static constexpr const char* kName = "running sums of a test";
  long long length;
  double* y = nullptr;
  template <class Team>
  void operator()(Team& team, long long row) const {
    team.scan(
        length, 0.0, [&](long long i) { return term(row, i); },
        [](double a, double b) { return a + b; },
        [&](long long i, double held) { y[row * length + i] = held; });
  }
};

// Terms, and then what other members wrote.
struct Reversed {
  static constexpr const char* kName = "reversed terms of a test";
  long long length;
  double* y = nullptr;
  template <class Team>
  void operator()(Team& team, long long row) const {
    double* const terms = y + row * 2 * length;
    team.each(length, [&](long long i) { terms[i] = term(row, i); });
    team.each(length, [&](long long i) { terms[length + i] = terms[length - 1 - i]; });
  }
};

template <int kTeam, class Body>
void expect_in_each_order(const Body& body, const std::vector<double>& expected) {
  const auto in_order = [&](Order order) {
    return made<kTeam>(body, std::vector<double>(expected.size()), kRows, order);
  };
  const std::vector<double> ascending = in_order(Order::kAscending);
  EXPECT_THAT(ascending, testing::Pointwise(testing::DoubleNear(1e-13), expected));
  EXPECT_EQ(in_order(Order::kDescending), ascending);
  EXPECT_EQ(in_order(Order::kShuffled), ascending);
}

template <int kTeam>
void expect_all(long long length) {
  SCOPED_TRACE(std::to_string(length) + " elements for a team of " + std::to_string(kTeam));
  std::vector<double> sums, running, reversed;
  for (long long row = 0; row < kRows; ++row) {
    double sum = 0;
    for (long long i = 0; i < length; ++i) running.push_back(sum += term(row, i));
    sums.insert(sums.end(), kTeam, sum);
    for (long long i = 0; i < length; ++i) reversed.push_back(term(row, i));
    for (long long i = length; i-- > 0;) reversed.push_back(term(row, i));
  }
  expect_in_each_order<kTeam>(Sums{length}, sums);
  expect_in_each_order<kTeam>(RunningSums{length}, running);
  expect_in_each_order<kTeam>(Reversed{length}, reversed);
}

TEST(Team, DoesRowsOfEachLength) {
  for (const long long length : {0, 1, 31, 32, 33, 255, 256, 257, 1000}) {
    expect_all<kWarp>(length);
    expect_all<kThreads>(length);
  }
}

// Each reads what the next one writes.
struct WithoutBarrier {
  static constexpr const char* kName = "without a barrier";
  int* y = nullptr;
  template <class Team>
  void operator()(Team& team, long long /*row*/) const {
    y[team.rank()] += y[(team.rank() + 1) % team.size()];
  }
};

TEST(Team, ABodyWithoutABarrierDependsOnTheOrder) {
  const std::vector<int> ones(kWarp, 1);
  std::vector<std::vector<int>> results;
  for (const Order order : kOrders)
    results.push_back(made<kWarp>(WithoutBarrier{}, ones, 1, order));
  EXPECT_NE(results[0], results[1]);
  EXPECT_NE(results[0], results[2]);
  EXPECT_NE(results[1], results[2]);
}

// The first of two equal elements; without the tie-break, the one that the first member has.
struct FirstOfTwo {
  static constexpr const char* kName = "first of two";
  bool has_tie_break;
  long long* y = nullptr;
  template <class Team>
  void operator()(Team& team, long long row) const {
    const auto is_one = [](long long i) { return i == 1 || i == kWarp; };
    y[row] = team.reduce(
        2LL * kWarp, 0LL, [](long long i) { return i; },
        [&](long long a, long long b) {
          if (is_one(a) != is_one(b)) return is_one(b) ? b : a;
          return has_tie_break && b < a ? b : a;
        });
  }
};

TEST(Team, ATieWithoutATieBreakIsNotTheFirst) {
  const auto found = [](bool has_tie_break) {
    return made<kWarp>(FirstOfTwo{has_tie_break}, std::vector<long long>(1), 1, Order::kShuffled);
  };
  EXPECT_THAT(found(true), testing::ElementsAre(1));
  EXPECT_THAT(found(false), testing::ElementsAre(kWarp));
}

struct SomeReturn {
  static constexpr const char* kName = "some return";
  template <class Team>
  void operator()(Team& team, long long /*row*/) const {
    if (team.rank() >= 5) return;
    team.each(1, [](long long) {});
  }
};

struct DifferentBarriers {
  static constexpr const char* kName = "different barriers";
  template <class Team>
  void operator()(Team& team, long long /*row*/) const {
    const auto one = [](long long) { return 1; };
    if (team.rank() < 5)
      team.each(1, one);
    else
      team.reduce(1, 0, one, [](int a, int b) { return a + b; });
  }
};

template <class Body>
std::string violation_of(const Body& body, Order order) {
  try {
    run_rows<kWarp>(body, 1, order);
  } catch (const Violation& violation) {
    return violation.what();
  }
  return "";
}

TEST(Team, ABarrierThatSomeLeaveOutIsReported) {
  EXPECT_THAT(violation_of(SomeReturn{}, Order::kAscending),
              MatchesRegex("some return: thread 0 waits at line [0-9]+ of team.h in .*each.*, and "
                           "thread 5 has returned"));
  for (const Order order : kOrders)
    EXPECT_THAT(violation_of(SomeReturn{}, order), HasSubstr("has returned"));
}

TEST(Team, DifferentBarriersAreReported) {
  for (const Order order : kOrders) {
    EXPECT_THAT(
        violation_of(DifferentBarriers{}, order),
        MatchesRegex("different barriers: thread [0-9]+ waits at line [0-9]+ of team.h in .*, "
                     "and thread [0-9]+ waits at line [0-9]+ of team.h in .*"));
  }
}

TEST(Team, TheNextBlockRunsAfterAViolation) {
  violation_of(SomeReturn{}, Order::kShuffled);
  expect_all<kWarp>(33);
}

// For each row, what the first thread finds in shared memory, where it leaves the number of the row.
TEST(SharedMemory, BeginsAsGarbageAndKeepsWhatTheRowBeforeLeft) {
  std::vector<int> found(kRows);
  run_blocks("leftovers", {kBlocks, kWarp, sizeof(int)}, Order::kShuffled,
             [&](unsigned char* shared) {
               auto* const number = reinterpret_cast<int*>(shared);
               for (int row = static_cast<int>(blockIdx.x); row < kRows;
                    row += static_cast<int>(gridDim.x)) {
                 if (threadIdx.x == 0) found[static_cast<std::size_t>(row)] = *number;
                 if (threadIdx.x == 0) *number = row;
                 __syncthreads();
               }
             });
  EXPECT_THAT(found, testing::ElementsAre(-1, -1, 0, 1, 2, 3, 4));
}

TEST(InTurn, EachComesOnceInARound) {
  for (const Order order : kOrders) {
    for (const std::int64_t count : {1, 2, 3, 32, 256, 1000}) {
      for (std::int64_t round = 0; round < 4; ++round) {
        std::vector<std::int64_t> turns, all;
        for (std::int64_t turn = 0; turn < count; ++turn) {
          turns.push_back(in_turn(order, count, turn, round));
          all.push_back(turn);
        }
        std::ranges::sort(turns);
        EXPECT_EQ(turns, all);
      }
    }
  }
}

class OrderChoice : public testing::Test {
 protected:
  void SetUp() override {
    if (const char* const word = std::getenv(kVariable)) before_ = word;
  }
  void TearDown() override {
    if (before_)
      setenv(kVariable, before_->c_str(), 1);
    else
      unsetenv(kVariable);
  }
  static constexpr const char* kVariable = "KASSAY_EMULATED_ORDER";
  std::optional<std::string> before_;
};

TEST_F(OrderChoice, TheEnvironmentNamesIt) {
  setenv(kVariable, "descending", 1);
  EXPECT_EQ(order_to_use(), Order::kDescending);
  unsetenv(kVariable);
  EXPECT_EQ(order_to_use(), Order::kShuffled);
}

TEST_F(OrderChoice, AnotherWordIsRefused) {
  setenv(kVariable, "random", 1);
  EXPECT_THAT([] { order_to_use(); }, testing::ThrowsMessage<std::runtime_error>(
                                          HasSubstr("KASSAY_EMULATED_ORDER is \"random\"")));
}

}  // namespace
}  // namespace kassay::optimized::team_test
