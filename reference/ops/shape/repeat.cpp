#include "reference/graph/kernel.h"
#include "reference/ops/shape/move_elements.h"
#include "reference/ops/shape/repetitions.h"
#include "spec/lib/error.h"

namespace kassay::reference::repeat_op {
namespace {

// repeat.rank, repeat.zero, repeat.negative
TensorType infer(const TensorType& x, std::int64_t n) {
  if (x.rank() != 2) {
    throw ApiError(ErrorKind::kValue, mismatch_text("x", "a tensor of rank 2",
                                                    "one of rank " + std::to_string(x.rank())));
  }
  return {x.dtype, with_entry(x.shape, 1, repetitions("n", n))};
}

// repeat.value, repeat.copies, repeat.empty
Array compute(const Array& x, std::int64_t n) {
  return move_elements(x, with_entry(x.shape(), 1, n),
                       [](const Index& index) { return without_entry(index, 1); });
}

}  // namespace

Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::repeat_op
