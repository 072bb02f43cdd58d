// How many threads commands get, and in which blocks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "optimized/device/command.h"

namespace kassay::optimized::device {

inline constexpr int kWarp = 32, kThreads = 256;  // of a block

// Calls visit(std::integral_constant) with the threads for each row: a warp for short ones, eight for long ones.
template <class Visit>
void with_team(const Rows& rows, Visit&& visit) {
  constexpr std::int64_t kLong = 512;
  if (rows.length < kLong)
    visit(std::integral_constant<int, kWarp>());
  else
    visit(std::integral_constant<int, kThreads>());
}

// For so many rows, or groups of elements: each block has several if there are more.
inline int blocks_for(std::int64_t count, std::int64_t most) {
  return static_cast<int>(std::min(count, most));
}

}  // namespace kassay::optimized::device
