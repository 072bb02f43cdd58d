#include "reference/arrays/axes.h"
#include "reference/arrays/dimension.h"
#include "reference/graph/kernel.h"
#include "reference/ops/shape/move_elements.h"
#include "reference/ops/shape/repetitions.h"
#include "spec/lib/error.h"

namespace kassay::reference::repeat_elements_op {
namespace {

// repeat_elements.axis, repeat_elements.negative-axis, repeat_elements.axis-range,
// repeat_elements.zero, repeat_elements.negative
TensorType infer(const TensorType& x, std::int64_t rep, std::int64_t axis,
                 const Settings& settings) {
  TensorType result = x;
  std::int64_t& size = result.shape[static_cast<std::size_t>(normalize_axis(axis, x.rank()))];
  // repeat_elements.defined-size, repeat_elements.unknown-ja
  if (size == kUnknown && settings.edition == Edition::kJa) {
    throw ApiError(ErrorKind::kValue,
                   "the size of x along axis " + std::to_string(axis) + " is not defined");
  }
  size = multiply_dimensions(size, repetitions("rep", rep));
  return result;
}

// repeat_elements.value, repeat_elements.unknown, repeat_elements.unknown-elsewhere,
// repeat_elements.copies, repeat_elements.empty
Array compute(const Array& x, std::int64_t rep, std::int64_t axis) {
  const auto at = static_cast<std::size_t>(normalize_axis(axis, x.rank()));
  Shape shape = x.shape();
  shape[at] *= rep;
  return move_elements(x, shape, [&](Index index) {
    index[at] /= rep;
    return index;
  });
}

}  // namespace

Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::repeat_elements_op
