#include <functional>
#include <numeric>

#include "reference/ops/reduction/reduction.h"
#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace {

// prod.value, prod.special; prod.empty: the product begins at 1
Real product_of(const Slice& elements) {
  return std::accumulate(elements.begin(), elements.end(), Real{1}, std::multiplies<>());
}

}  // namespace

namespace kernels {
// prod.axis, prod.axis-none, prod.axis-negative, prod.axis-list, prod.rank, prod.keepdims,
// prod.axis-range, prod.integers
Kernel prod_kernel() { return define(reduced_type, reduce_slices<product_of>); }
}  // namespace kernels
}  // namespace kassay::reference
