#include "reference/graph/kernel.h"

namespace kassay::reference::cast_op {
namespace {

// cast.value, cast.integers
TensorType infer(const TensorType& x, DType dtype) { return {dtype, x.shape}; }

// cast.rounding, cast.special, cast.truncates, cast.bool: the conversion of each result to its
// element type does all of it.
Array compute(const Array& x, DType /*dtype*/) { return x; }

Expression gradient(const Expression& x, DType /*dtype*/, const Expression&, const Expression& g) {
  return cast_to(g, x.dtype());
}

}  // namespace

// By the signature and the pieces named below: cast.not-in-place, cast.variable
Kernel kernel() { return define(infer, compute, gradient); }

}  // namespace kassay::reference::cast_op
