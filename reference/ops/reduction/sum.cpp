#include <numeric>

#include "reference/runtime/kernel.h"
#include "reference/runtime/loops.h"

namespace kassay::reference {
namespace {

// sum.axis, sum.axis-list, sum.axis-none, sum.keepdims, sum.axis-range
TensorType infer(const TensorType& x, const Axes& axis, bool keepdims) {
  return {x.dtype, reduced_shape(x.shape, normalize_axes(axis, x.rank()), keepdims)};
}

// sum.value, sum.special; sum.empty: the sum begins at 0
Array compute(const Array& x, const Axes& axis, bool keepdims) {
  return reduce(x, normalize_axes(axis, x.rank()), keepdims, [](const std::vector<Real>& elements) {
    return std::accumulate(elements.begin(), elements.end(), Real{0});
  });
}

}  // namespace

namespace kernels {
Kernel sum_kernel() { return define(infer, compute); }
}  // namespace kernels
}  // namespace kassay::reference
