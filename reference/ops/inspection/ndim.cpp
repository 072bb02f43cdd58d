#include "reference/graph/kernel.h"

namespace kassay::reference::ndim_op {
namespace {

// ndim.value; ndim.unknown: an unknown size still has its place in the shape
Value compute(const StaticType& x) {
  if (!x.shape) return None{};
  return static_cast<std::int64_t>(x.shape->size());
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::reference::ndim_op
