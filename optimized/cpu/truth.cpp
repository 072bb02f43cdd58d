#include "optimized/cpu/truth.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "optimized/cpu/reduction.h"

namespace kassay::optimized {
namespace {

// Bytes rather than bool: they combine without branches.
template <bool kEvery>
struct Truth {
  using Accumulator = unsigned char;
  Accumulator identity = kEvery ? 1 : 0;
  template <class T>
  Accumulator combine(Accumulator a, T element, double /*shift*/) const {
    return merge(a, static_cast<Accumulator>(element != 0));
  }
  Accumulator merge(Accumulator a, Accumulator b) const { return kEvery ? a & b : a | b; }
};

template <class Truth, class T>
bool decides(const T* x, std::int64_t count, const Truth& truth) {
  for (std::int64_t begin = 0; begin < count; begin += kBlock) {
    const std::int64_t size = std::min(kBlock, count - begin);
    std::array<detail::Computed<T>, kBlock> room;
    const auto* const elements = detail::computed(x + begin, size, room.data());
    if (detail::reduce_run(elements, size, 0, truth) != truth.identity) return true;
  }
  return false;
}

// Rows of consecutive elements, which are read no further than to the block that decides. Bound by the bandwidth of one read where
// none does.
template <class Truth, class T>
std::vector<unsigned char> truths_of_rows(const T* x, const Split& split, const Truth& truth) {
  constexpr std::int64_t kPart = 32 * kBlock;  // of a long row, which threads share
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
                      if (decides(x + row * split.length + from, count, truth))
                        known.store(true, std::memory_order_relaxed);
                    }
                  });
  std::vector<unsigned char> truths(decided.size());
  std::ranges::transform(decided, truths.begin(), [&](const std::atomic<bool>& known) {
    return static_cast<unsigned char>(known.load(std::memory_order_relaxed) ? 1 - truth.identity
                                                                            : truth.identity);
  });
  return truths;
}

template <class Truth>
void reduce_all(const Tensor& x, const Layout& layout, const Truth& truth, Tensor& result) {
  with_type_of(x.dtype(), [&](auto sample) {
    const auto* const data = x.data<decltype(sample)>().data();
    const bool rows = layout.stages.size() == 1 && layout.stages.front().inner == 1;
    const auto truths = rows ? truths_of_rows(data, layout.stages.front(), truth)
                             : reduce(data, layout, nullptr, truth);
    std::ranges::copy(truths, result.mutable_data<std::uint8_t>().begin());
  });
}

}  // namespace

void reduce_truth(const Tensor& x, const reference::Axes& axis, bool every, Tensor& result) {
  const Layout layout = layout_of(x, axis);
  if (every) {
    reduce_all(x, layout, Truth<true>{}, result);
  } else {
    reduce_all(x, layout, Truth<false>{}, result);
  }
}

}  // namespace kassay::optimized
