#include "reference/graph/kernel.h"

namespace kassay::reference::shape_op {
namespace {

// shape.dtype
TensorType infer(const TensorType& x) { return {DType::kInt32, {x.rank()}}; }

// shape.value, shape.symbolic, shape.unfed
Array compute(const Array& x) {
  Array sizes({x.rank()});
  for (std::int64_t d = 0; d < x.rank(); ++d)
    sizes[{d}] = static_cast<Real>(x.shape()[static_cast<std::size_t>(d)]);
  return sizes;
}

}  // namespace

Kernel kernel() {
  Kernel kernel = define(infer, compute);
  kernel.needs_shapes_alone = true;
  return kernel;
}

}  // namespace kassay::reference::shape_op
