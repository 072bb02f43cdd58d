#include "optimized/cpu/truth.h"

#include <algorithm>
#include <cstdint>

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

}  // namespace

void reduce_truth(const Tensor& x, const reference::Axes& axis, bool every, Tensor& result) {
  const Layout layout = layout_of(x, axis);
  const auto kernel = [&](const Tensor& elements, Tensor& truths) {
    with_computable_type(elements.dtype(), [&](auto sample) {
      const auto* const data = elements.data<decltype(sample)>().data();
      const auto found = every ? reduce(data, layout, nullptr, Truth<true>{})
                               : reduce(data, layout, nullptr, Truth<false>{});
      std::copy(found.begin(), found.end(), truths.mutable_data<std::uint8_t>().begin());
    });
  };
  compute_wide(result, kernel, x);
}

}  // namespace kassay::optimized
