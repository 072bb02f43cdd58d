#include <algorithm>
#include <type_traits>

#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"

namespace kassay::optimized {
namespace {

struct Reduction {
  using Accumulator = unsigned char;
  unsigned char identity = 0;
  template <class T>
  unsigned char combine(unsigned char a, T element, double /*shift*/) const {
    return a | static_cast<unsigned char>(element != 0);
  }
  unsigned char merge(unsigned char a, unsigned char b) const { return a | b; }
};

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  const auto layout = split(x.shape(), reference::normalize_axes(axis, x.rank()));
  if (!layout) return false;
  const Tensor elements = computable(x);
  with_type_of(elements.dtype(), [&](auto sample) {
    using T = decltype(sample);
    if constexpr (!std::is_same_v<T, Float16>) {
      const auto truths = reduce(elements.data<T>().data(), *layout, nullptr, Reduction{});
      std::copy(truths.begin(), truths.end(), result.mutable_data<bool>().begin());
    }
  });
  return true;
}

}  // namespace

namespace kernels {
Kernel any_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::optimized
