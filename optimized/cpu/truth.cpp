#include "optimized/cpu/truth.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "optimized/cpu/reduction.h"

namespace kassay::optimized {
namespace {

// Whether an element decides the result: a true one for any, a false one for all. Uses bytes instead of bool, because they combine without
// branches.
struct Decision {
  using Accumulator = unsigned char;
  bool every;
  Accumulator identity = 0;
  template <class T>
  Accumulator combine(Accumulator a, T element) const {
    return a | static_cast<Accumulator>((element != 0) != every);
  }
  Decision merging() const { return {false}; }
};

template <class T>
bool decides(const T* x, std::int64_t count, const Decision& decision) {
  for (std::int64_t begin = 0; begin < count; begin += kBlock) {
    const std::int64_t size = std::min(kBlock, count - begin);
    std::array<detail::Computed<T>, kBlock> room;
    const auto* const elements = detail::computed(x + begin, size, room.data());
    if (detail::reduce_run(elements, size, 0, decision) != 0) return true;
  }
  return false;
}

// Rows of consecutive elements, read only up to the block that decides. Bound by one read if none decides.
template <class T>
std::vector<unsigned char> decisions_of_rows(const T* x, const Split& split,
                                             const Decision& decision) {
  constexpr std::int64_t kPart = 32 * kBlock;  // of a long row, shared among threads
  const std::int64_t length = std::clamp<std::int64_t>(split.length, 1, kPart);
  const std::int64_t parts = (split.length + length - 1) / length;
  std::vector<std::atomic<bool>> decided(static_cast<std::size_t>(split.outer));
  parallel_blocks(split.outer * parts, std::max<std::int64_t>(1, kBlock / length), length,
                  [&](std::int64_t begin, std::int64_t end) {
                    for (std::int64_t i = begin; i < end; ++i) {
                      const std::int64_t row = i / parts, from = (i % parts) * length;
                      auto& known = decided[static_cast<std::size_t>(row)];
                      if (known.load(std::memory_order_relaxed)) continue;
                      const std::int64_t count = std::min(length, split.length - from);
                      if (decides(x + row * split.length + from, count, decision))
                        known.store(true, std::memory_order_relaxed);
                    }
                  });
  std::vector<unsigned char> decisions(decided.size());
  std::ranges::transform(decided, decisions.begin(), [](const std::atomic<bool>& known) {
    return static_cast<unsigned char>(known.load(std::memory_order_relaxed));
  });
  return decisions;
}

}  // namespace

void reduce_truth(const Tensor& x, const reference::Axes& axis, bool every, Tensor& result) {
  const Stages stages = stages_of(x, axis);
  const Decision decision{every};
  with_type_of(x.dtype(), [&](auto sample) {
    const auto* const data = x.data<decltype(sample)>().data();
    const bool rows = stages.size() == 1 && stages.front().inner == 1;
    const auto decisions = rows ? decisions_of_rows(data, stages.front(), decision)
                                : reduce(data, stages, nullptr, decision);
    std::ranges::transform(decisions, result.mutable_data<std::uint8_t>().begin(),
                           [every](unsigned char decided) { return (decided != 0) != every; });
  });
}

}  // namespace kassay::optimized
