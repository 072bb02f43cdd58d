#include "reference/graph/kernel.h"

namespace kassay::reference::cast_to_floatx_op {
namespace {

// cast_to_floatx.value, cast_to_floatx.set-floatx
TensorType infer(const Value& x, const Settings& settings) {
  if (const auto* tensor = x.get_if<Tensor>()) return {settings.floatx, tensor->shape()};
  Nested nested;
  unpack(x, "x", nested);
  return {settings.floatx, nested.array.shape()};
}

// cast_to_floatx.rounding: the conversion of each result to its element type;
// cast_to_floatx.numbers
Array compute(const Nested& x) { return x.array; }

}  // namespace

Kernel kernel() { return define(infer, compute); }

}  // namespace kassay::reference::cast_to_floatx_op
