#include <cmath>

#include "reference/ops/reduction/variance.h"
#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace {

// std.value, std.population, std.stable, std.special, std.empty
Real deviation_of(const Slice& elements) { return std::sqrt(variance(elements)); }

Expression expression(const Expression& x, const Axes& axis, bool keepdims) {
  return apply("sqrt", variance_of(x, axis, keepdims));
}

}  // namespace

namespace kernels {
// std.axis, std.axis-none, std.axis-negative, std.axis-list, std.rank, std.keepdims, std.axis-range
Kernel std_kernel() {
  return define_composite(reduced_type, reduce_slices<deviation_of>, expression);
}
}  // namespace kernels
}  // namespace kassay::reference
