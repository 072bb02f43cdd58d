#include <cmath>

#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"
#include "optimized/cpu/vector_math.h"

namespace kassay::optimized::logsumexp_op {
namespace {

struct SumOfPowers {
  using Accumulator = double;
  double identity = 0;
  template <class T>
  double combine(double a, T element, double shift) const {
    return a + static_cast<double>(vexp(static_cast<T>(static_cast<double>(element) - shift)));
  }
  double merge(double a, double b) const { return a + b; }
};

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  const auto layout = split(x.shape(), reference::normalize_axes(axis, x.rank()));
  if (!layout) return false;
  const Tensor elements = computable(x);
  if (!is_floating(x.dtype())) return false;
  // Shifted by the largest element, so that nothing overflows; not shifted if that is not finite.
  Tensor largest(elements.dtype(), result.shape());
  extreme(elements, *layout, true, largest);
  std::vector<double> shifts(static_cast<std::size_t>(layout->results()));
  for (std::size_t i = 0; i < shifts.size(); ++i) {
    const auto candidate = static_cast<double>(element(largest, static_cast<std::int64_t>(i)));
    shifts[i] = std::isfinite(candidate) ? candidate : 0;
  }
  auto numbers = reduce_floating(elements, *layout, shifts.data(), SumOfPowers{});
  for (std::size_t i = 0; i < shifts.size(); ++i)
    (*numbers)[i] = shifts[i] + std::log((*numbers)[i]);
  store(*numbers, result);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::logsumexp_op
