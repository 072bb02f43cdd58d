// Measures the most that this machine can do, with the threads of the kernels: prints {"copied": bytes, "float32": multiply-adds,
// "float64": multiply-adds}, each per second, as JSON. `bytes` counts bytes read and bytes written.
//
// Compiled for the processor that builds it. The best of several rounds counts: a ceiling is what is possible, not what is usual.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <vector>

#include "optimized/cpu/vectors.h"
#include "optimized/threads.h"

namespace kassay::optimized {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRounds = 7;
// Larger than the caches.
constexpr std::int64_t kCopied = std::int64_t{256} << 20;
// Chains of additions: enough to hide their latency, few enough for registers.
constexpr int kChains = 12;
constexpr std::int64_t kSteps = 4'000'000;

double best_seconds(const std::function<void()>& work) {
  double best = 0;
  for (int round = 0; round < kRounds; ++round) {
    const Clock::time_point start = Clock::now();
    work();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    best = round == 0 ? seconds : std::min(best, seconds);
  }
  return best;
}

double bytes_per_second() {
  const std::int64_t part = kCopied / thread_count();
  const auto from = std::make_unique<std::byte[]>(kCopied);
  const auto to = std::make_unique<std::byte[]>(kCopied);
  const double seconds = best_seconds([&] {
    on_threads(thread_count(), [&](std::int64_t t) {
      std::memcpy(to.get() + t * part, from.get() + t * part, static_cast<std::size_t>(part));
    });
  });
  return 2.0 * static_cast<double>(part * thread_count()) / seconds;
}

template <class T>
double multiply_adds_per_second() {
  std::vector<T> seen(
      static_cast<std::size_t>(thread_count()));  // so that the work is not optimized away
  const double seconds = best_seconds([&] {
    on_threads(thread_count(), [&](std::int64_t t) {
      Vector<T> sums[kChains];
#pragma GCC unroll 12
      for (int chain = 0; chain < kChains; ++chain) {
        sums[chain] = Vector<T>{} + static_cast<T>(chain);  // equal sums would be computed once
      }
      const Vector<T> x = Vector<T>{} + T{0.5}, y = Vector<T>{} + static_cast<T>(t + 1);
      for (std::int64_t step = 0; step < kSteps; ++step) {
#pragma GCC unroll 12
        for (int chain = 0; chain < kChains; ++chain) sums[chain] = sums[chain] * x + y;
      }
#pragma GCC unroll 12
      for (int chain = 0; chain < kChains; ++chain)
        seen[static_cast<std::size_t>(t)] += sums[chain][0];
    });
  });
  if (seen[0] == 0) return 0;
  return static_cast<double>(thread_count() * kSteps * kChains * kVectorLanes<T>) / seconds;
}

}  // namespace
}  // namespace kassay::optimized

int main() {
  using namespace kassay::optimized;
  std::cout << "{\"copied\": " << bytes_per_second()
            << ", \"float32\": " << multiply_adds_per_second<float>()
            << ", \"float64\": " << multiply_adds_per_second<double>() << "}\n";
  return 0;
}
