// Threads of a block on the host, in each order: which mistakes they detect.
#include "optimized/device/fibers.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "spec/lib/error.h"

namespace kassay::optimized::fibers_test {
namespace {

using namespace device;
using testing::HasSubstr;
using testing::MatchesRegex;

constexpr Order kOrders[] = {Order::kAscending, Order::kDescending, Order::kShuffled};
constexpr TeamShape kWarp{kThreadsOfWarp, 1, false}, kBlock{kThreadsOfBlock, 1, false};

// y, as the body writes it for a row.
template <class Body, class T>
std::vector<T> made(Body body, TeamShape shape, std::vector<T> y, Order order) {
  body.y = y.data();
  run_rows(body, shape, 1, 1, order);
  return y;
}

// Each thread reads what the next one writes.
struct WithoutBarrier {
  static constexpr const char* kName = "without a barrier";
  int* y = nullptr;
  template <class Team>
  void operator()(Team& team, long long /*row*/) const {
    y[team.rank()] += y[(team.rank() + 1) % team.size()];
  }
};

TEST(Fibers, ABodyWithoutABarrierDependsOnTheOrder) {
  for (const TeamShape shape : {kWarp, kBlock}) {
    const std::vector<int> ones(static_cast<std::size_t>(shape.members), 1);
    std::vector<std::vector<int>> results;
    for (const Order order : kOrders) results.push_back(made(WithoutBarrier{}, shape, ones, order));
    EXPECT_NE(results[0], results[1]);
    EXPECT_NE(results[0], results[2]);
    EXPECT_NE(results[1], results[2]);
  }
}

// Reads what the thread half a block away has written.
std::vector<int> found_across_warps(int warps, Order order) {
  std::vector<int> found(kThreadsOfBlock);
  run_blocks("across warps", {1, kThreadsOfBlock, kThreadsOfBlock * sizeof(int)}, order,
             [&](const FiberThread& thread, std::int64_t) {
               auto* const numbers = reinterpret_cast<int*>(thread.room());
               numbers[thread.number()] = thread.number();
               thread.wait(warps);
               const int other = thread.number() ^ (kThreadsOfBlock / 2);
               found[static_cast<std::size_t>(thread.number())] = numbers[other];
             });
  return found;
}

TEST(Fibers, WarpsWaitForEachOtherOnlyAtABarrierOfTheBlock) {
  for (const Order order : kOrders) {
    const std::vector<int> all = found_across_warps(2, order), some = found_across_warps(1, order);
    for (int thread = 0; thread < kThreadsOfBlock; ++thread)
      EXPECT_EQ(all[static_cast<std::size_t>(thread)], thread ^ (kThreadsOfBlock / 2));
    EXPECT_EQ(std::ranges::count(some, -1), kThreadsOfBlock / 2);
  }
}

// The first of two equal elements; without the tie-break, the first member's.
struct FirstOfTwo {
  static constexpr const char* kName = "first of two";
  bool has_tie_break;
  long long* y = nullptr;
  template <class Team>
  void operator()(Team& team, long long row) const {
    const auto is_one = [](long long i) { return i == 1 || i == kThreadsOfWarp; };
    y[row] = team.reduce(
        2LL * kThreadsOfWarp, 0LL, [](long long i) { return i; },
        [&](long long a, long long b) {
          if (is_one(a) != is_one(b)) return is_one(b) ? b : a;
          return has_tie_break && b < a ? b : a;
        });
  }
};

TEST(Fibers, ATieWithoutATieBreakIsNotTheFirst) {
  const auto found = [](bool has_tie_break) {
    return made(FirstOfTwo{has_tie_break}, kWarp, std::vector<long long>(1), Order::kShuffled);
  };
  EXPECT_THAT(found(true), testing::ElementsAre(1));
  EXPECT_THAT(found(false), testing::ElementsAre(kThreadsOfWarp));
}

struct SomeReturn {
  static constexpr const char* kName = "some return";
  int waiting;
  template <class Team>
  void operator()(Team& team, long long /*row*/) const {
    if (team.rank() >= waiting) return;
    team.each(1, [](long long) {});
  }
};

struct DifferentBarriers {
  static constexpr const char* kName = "different barriers";
  int at_first;
  template <class Team>
  void operator()(Team& team, long long /*row*/) const {
    const auto one = [](long long) { return 1; };
    if (team.rank() < at_first)
      team.each(1, one);
    else
      team.reduce(1, 0, one, [](int a, int b) { return a + b; });
  }
};

template <class Body>
std::string violation_of(const Body& body, TeamShape shape, Order order) {
  try {
    run_rows(body, shape, 1, 1, order);
  } catch (const Violation& violation) {
    return violation.what();
  }
  return "";
}

TEST(Fibers, ABarrierThatSomeLeaveOutIsReported) {
  for (const Order order : kOrders) {
    EXPECT_THAT(violation_of(SomeReturn{5}, kWarp, order),
                MatchesRegex("some return: thread 0 waits at line [0-9]+ of teams.h in .*each.*, "
                             "and thread 5 has returned"));
    EXPECT_THAT(violation_of(SomeReturn{kThreadsOfWarp}, kBlock, order),
                HasSubstr("and thread 32 has returned"));
  }
}

TEST(Fibers, DifferentBarriersAreReported) {
  for (const Order order : kOrders) {
    EXPECT_THAT(violation_of(DifferentBarriers{5}, kWarp, order),
                MatchesRegex("different barriers: thread 0 waits at line [0-9]+ of teams.h in .*, "
                             "and thread 5 waits at line [0-9]+ of teams.h in .*"));
    EXPECT_THAT(violation_of(DifferentBarriers{kThreadsOfWarp}, kBlock, order),
                HasSubstr("and thread 32 waits at line "));
  }
}

TEST(Fibers, TheNextBlockRunsAfterAViolation) {
  violation_of(SomeReturn{5}, kWarp, Order::kShuffled);
  EXPECT_THAT(made(FirstOfTwo{true}, kWarp, std::vector<long long>(1), Order::kShuffled),
              testing::ElementsAre(1));
}

// For each row, what the first thread finds in shared memory, where it then writes the number of the row.
struct Leftovers {
  static constexpr const char* kName = "leftovers";
  static constexpr int kRoomBytes = sizeof(int);
  int* found;
  template <class Team>
  void operator()(Team& team, long long row) const {
    int* const number = team.template room<int>();
    team.each(1, [&](long long) { found[row] = std::exchange(*number, static_cast<int>(row)); });
  }
};

TEST(SharedMemory, BeginsUnwrittenAndKeepsDataOfTheRowBefore) {
  constexpr int kRows = 7, kBlocks = 2;
  std::vector<int> found(kRows);
  run_rows(Leftovers{found.data()}, kWarp, kRows, kBlocks, Order::kShuffled);
  EXPECT_THAT(found, testing::ElementsAre(-1, -1, 0, 1, 2, 3, 4));
}

}  // namespace
}  // namespace kassay::optimized::fibers_test
