#include "reference/runtime/kernel.h"

namespace kassay::reference::cast_to_floatx_op {
namespace {

// cast_to_floatx.value, cast_to_floatx.set-floatx
TensorType infer(const Nested& x, const Settings& settings) {
  return {settings.floatx, x.array.shape()};
}

// cast_to_floatx.rounding: the conversion of each result to its element type;
// cast_to_floatx.numbers
Array compute(const Nested& x) { return x.array; }

}  // namespace

Kernel kernel() { return define(infer, compute); }

}  // namespace kassay::reference::cast_to_floatx_op
