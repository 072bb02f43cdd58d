#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "optimized/threads.h"

namespace kassay::optimized::pool_test {
namespace {

constexpr std::int64_t kMany = 1000;

class Pool : public testing::Test {
 protected:
  Pool() : before_(thread_count()) { set_thread_count(4); }
  ~Pool() override { set_thread_count(before_); }

 private:
  int before_;
};

// Whether every number, of many, is done exactly once.
bool does_each_once() {
  std::vector<std::atomic<int>> done(kMany);
  on_threads(kMany, [&](std::int64_t i) { ++done[static_cast<std::size_t>(i)]; });
  return std::ranges::all_of(done, [](const std::atomic<int>& times) { return times == 1; });
}

TEST_F(Pool, DoesEachNumberOnce) {
  for (int call = 0; call < 200; ++call) ASSERT_TRUE(does_each_once());
}

TEST_F(Pool, DoesNothingOfNothing) {
  on_threads(0, [](std::int64_t) { FAIL(); });
}

TEST_F(Pool, DoesEachNumberOnceAfterItsThreadsSleep) {
  ASSERT_TRUE(does_each_once());
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_TRUE(does_each_once());
}

TEST_F(Pool, DoesCallsWithinCalls) {
  std::atomic<int> done = 0;
  on_threads(10, [&](std::int64_t) { on_threads(10, [&](std::int64_t) { ++done; }); });
  EXPECT_EQ(done, 100);
}

TEST_F(Pool, ServesCallersAtOnce) {
  std::atomic<int> wrong = 0;
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      for (int call = 0; call < 50; ++call) wrong += does_each_once() ? 0 : 1;
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(Pool, RethrowsExceptions) {
  const auto fail = [](std::int64_t i) {
    if (i == kMany / 2) throw std::out_of_range("here");
  };
  EXPECT_THROW(on_threads(kMany, fail), std::out_of_range);
  EXPECT_TRUE(does_each_once());
}

TEST_F(Pool, WorksInAForkedProcess) {
  ASSERT_TRUE(does_each_once());
  const pid_t child = fork();
  if (child == 0) _exit(does_each_once() ? 0 : 1);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(Pool, HasOneThreadAtLeast) {
  set_thread_count(0);
  EXPECT_EQ(thread_count(), 1);
  EXPECT_TRUE(does_each_once());
}

}  // namespace
}  // namespace kassay::optimized::pool_test
