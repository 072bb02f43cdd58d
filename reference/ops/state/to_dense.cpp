#include "reference/graph/kernel.h"

namespace kassay::reference::to_dense_op {
namespace {

// to_dense.kept
TensorType infer(const TensorType& tensor) { return tensor; }

// to_dense.value, to_dense.dense, to_dense.already, to_dense.empty-rows, to_dense.gradient
Array compute(const Array& tensor) { return tensor; }

}  // namespace

Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::to_dense_op
