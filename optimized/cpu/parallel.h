// Work on all cores, in blocks whose boundaries do not depend on the number of threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "optimized/notes.h"
#include "optimized/threads.h"

namespace kassay::optimized {

// With fewer elements, starting a parallel region costs more than it saves.
inline constexpr std::int64_t kParallelThreshold = 1 << 15;

// Small enough for the first-level cache, and large enough to hide the start of the loop.
inline constexpr std::int64_t kBlock = kLongestRun;

// Calls work(begin, end) for blocks of at most `block` of the numbers below `count`. `cost` is the work for one number, measured in
// elements; it decides whether starting threads is worthwhile.
template <class Work>
void parallel_blocks(std::int64_t count, std::int64_t block, std::int64_t cost, Work&& work) {
  const std::int64_t blocks = (count + block - 1) / block;
  const auto do_block = [&](std::int64_t i) { work(i * block, std::min(count, (i + 1) * block)); };
  // Only one call: the compiler inlines the work, which is large, into each.
  on_threads(blocks, do_block, count * cost < kParallelThreshold);
}

}  // namespace kassay::optimized
