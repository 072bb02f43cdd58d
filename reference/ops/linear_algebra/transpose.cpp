#include "reference/graph/kernel.h"

namespace kassay::reference::transpose_op {
namespace {

std::vector<std::int64_t> reversed(const std::vector<std::int64_t>& entries) {
  return {entries.rbegin(), entries.rend()};
}

// transpose.all-axes, transpose.low-rank
TensorType infer(const TensorType& x) { return {x.dtype, reversed(x.shape)}; }

// transpose.matrix, transpose.copy
Array compute(const Array& x) {
  Array result(reversed(x.shape()));
  for_each_index(result.shape(), [&](const Index& index) { result[index] = x[reversed(index)]; });
  return result;
}

}  // namespace

Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::transpose_op
