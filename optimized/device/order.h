// The order of work on the emulated device; a real device works in parallel. No result may depend on it.
#pragma once

#include <cstdint>

namespace kassay::optimized::device {

enum class Order { kAscending, kDescending, kShuffled };

// The environment variable KASSAY_EMULATED_ORDER: `ascending`, `descending` or `shuffled` (the default). Throws std::runtime_error for any
// other word.
Order order_to_use();

// The number, below `count`, that is next in that turn; each comes once per round.
inline std::int64_t in_turn(Order order, std::int64_t count, std::int64_t turn,
                            std::int64_t round = 0) {
  if (order == Order::kAscending) return turn;
  if (order == Order::kDescending) return count - 1 - turn;
  constexpr std::int64_t kPrimes[] = {2654435761, 2246822519, 3266489917};  // larger than counts
  return (turn + round) * kPrimes[round % 3] % count;
}

template <class F>
void for_each_in(Order order, std::int64_t count, F&& f) {
  for (std::int64_t turn = 0; turn < count; ++turn) f(in_turn(order, count, turn));
}

}  // namespace kassay::optimized::device
