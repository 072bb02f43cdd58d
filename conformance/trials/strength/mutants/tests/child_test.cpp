// How the end of a broken child process is reported.
#include "conformance/trials/strength/mutants/child.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <new>
#include <vector>

namespace kassay::mutants {
namespace {

constexpr std::size_t kMemory = std::size_t{64} << 20;

std::string end_of_work(const std::function<void()>& work) {
  int status = 0;
  waitpid(start_child(kMemory, work), &status, 0);
  return end_of(status);
}

TEST(Child, ANormalEndIsAnEmptyText) {
  EXPECT_EQ(end_of_work([] {}), "");
}

TEST(Child, ASignalIsNamed) {
  EXPECT_EQ(end_of_work([] { std::raise(SIGKILL); }), "crash (signal 9)");
}

TEST(Child, AnExitCodeIsNamed) {
  EXPECT_EQ(end_of_work([] { std::_Exit(3); }), "crash (exit code 3)");
}

TEST(Child, ALoopWithoutEndIsATimeout) {
  EXPECT_EQ(end_of_work([] {
              set_deadline(0.05);
              for (;;) std::clock();
            }),
            "timeout");
}

TEST(Child, ADeadlineIsSetAnew) {
  EXPECT_EQ(end_of_work([] {
              set_deadline(0.05);
              set_deadline(1000);
              for (const auto end = std::clock() + CLOCKS_PER_SEC / 5; std::clock() < end;)
                continue;
            }),
            "");
}

TEST(Child, MoreMemoryThanAllowedIsRefused) {
  EXPECT_EQ(end_of_work([] {
              try {
                std::vector<char> memory(2 * kMemory);
                std::_Exit(1);
              } catch (const std::bad_alloc&) {
                std::_Exit(0);
              }
            }),
            "");
}

TEST(Child, WhatItWritesToSharedMemoryIsSeen) {
  const Shared shared(1);
  end_of_work([&] { shared.data()[0] = 7; });
  EXPECT_EQ(shared.data()[0], 7);
}

}  // namespace
}  // namespace kassay::mutants
