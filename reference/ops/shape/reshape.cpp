#include "reference/arrays/dimension.h"
#include "reference/graph/kernel.h"
#include "reference/graph/sizes.h"
#include "reference/ops/shape/move_elements.h"
#include "spec/lib/error.h"

namespace kassay::reference::reshape_op {
namespace {

[[noreturn]] void refuse(const Shape& from, const Shape& to) {
  throw ApiError(ErrorKind::kValue, "a tensor of shape " + to_string(from) +
                                        " cannot take the shape " + to_string(to));
}

// reshape.minus-one, reshape.count
Shape target(const Shape& from, const Shape& to) {
  std::ptrdiff_t open = -1;
  Shape others;
  for (std::size_t d = 0; d < to.size(); ++d) {
    if (to[d] < -1 || (to[d] == -1 && open >= 0)) refuse(from, to);
    if (to[d] == -1) {
      open = static_cast<std::ptrdiff_t>(d);
    } else {
      others.push_back(to[d]);
    }
  }
  const std::int64_t count = product_of_dimensions(from);
  const std::int64_t known = product_of_dimensions(others);
  if (open < 0) {
    if (count != kUnknown && count != known) refuse(from, to);
    return to;
  }
  if (known == 0 || (count != kUnknown && count % known != 0)) refuse(from, to);
  Shape result = to;
  result[static_cast<std::size_t>(open)] = count == kUnknown ? kUnknown : count / known;
  return result;
}

TensorType infer(const TensorType& x, const Sizes& shape) {
  return {x.dtype, shape.is_known ? target(x.shape, shape.numbers) : shape.numbers};
}

// reshape.value, reshape.row-major, reshape.copies, reshape.empty
Array compute(const Array& x, const Sizes& shape) {
  return in_other_shape(x, target(x.shape(), shape.numbers));
}

}  // namespace

Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::reshape_op
