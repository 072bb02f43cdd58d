#include "optimized/cpu/truth.h"

#include <algorithm>
#include <type_traits>

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

bool reduce_truth(const Tensor& x, const reference::Axes& axis, bool every, Tensor& result) {
  const auto layout = split(x.shape(), reference::normalize_axes(axis, x.rank()));
  if (!layout) return false;
  const Tensor elements = computable(x);
  with_type_of(elements.dtype(), [&](auto sample) {
    using T = decltype(sample);
    if constexpr (!std::is_same_v<T, Float16>) {
      const T* const data = elements.data<T>().data();
      const auto truths = every ? reduce(data, *layout, nullptr, Truth<true>{})
                                : reduce(data, *layout, nullptr, Truth<false>{});
      std::copy(truths.begin(), truths.end(), result.mutable_data<bool>().begin());
    }
  });
  return true;
}

}  // namespace kassay::optimized
