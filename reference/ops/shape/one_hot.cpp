#include "reference/graph/kernel.h"
#include "reference/ops/shape/move_elements.h"
#include "spec/lib/error.h"

namespace kassay::reference::one_hot_op {
namespace {

// one_hot.shape, one_hot.dtype, one_hot.integers
TensorType infer(const IntegerType& indices, std::int64_t num_classes) {
  // one_hot.negative-classes
  if (num_classes < 0)
    throw mismatch(ErrorKind::kValue, "num_classes", "a number of at least 0", num_classes);
  return {DType::kFloat32, with_entry(indices.shape, indices.rank(), num_classes)};
}

// one_hot.value, one_hot.empty, one_hot.scalar; one_hot.outside: such a number matches no class
Array compute(const Array& indices, std::int64_t num_classes) {
  Array result(with_entry(indices.shape(), indices.rank(), num_classes));
  for_each_index(result.shape(), [&](const Index& index) {
    const Real number = indices[without_entry(index, indices.rank())];
    result[index] = number == static_cast<Real>(index.back()) ? 1 : 0;
  });
  return result;
}

}  // namespace

Kernel kernel() { return define(infer, compute); }

}  // namespace kassay::reference::one_hot_op
