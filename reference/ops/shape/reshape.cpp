#include "reference/ops/shape/move_elements.h"
#include "reference/runtime/dimension.h"
#include "reference/runtime/kernel.h"
#include "spec/lib/error.h"

namespace kassay::reference::reshape_op {
namespace {

[[noreturn]] void refuse(const Shape& from, const Shape& to) {
  throw ApiError(ErrorKind::kValue,
                 "a tensor of shape " + to_string(from) + " has no shape " + to_string(to));
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

// The value of `shape`: a list of ints, or an integer tensor of rank 1, whose elements may not be known yet.
struct Target {
  Shape sizes;
  bool is_known = true;
};

void unpack(const Value& value, const std::string& argument, Target& result) {
  const Symbol symbol = symbol_of(value);
  if (symbol && symbol->known() != nullptr) return unpack(*symbol->known(), argument, result);
  const auto is_vector = [](DType dtype, std::size_t rank) {
    return is_integer(dtype) && rank == 1;
  };
  if (symbol && symbol->type().is_complete() &&
      is_vector(symbol->type().dtype, symbol->type().shape->size())) {
    result = {Shape(static_cast<std::size_t>(symbol->type().shape->front()), kUnknown), false};
    return;
  }
  const auto* const tensor = value.get_if<Tensor>();
  if (tensor == nullptr || !is_vector(tensor->dtype(), tensor->shape().size()))
    return reference::unpack(value, argument, result.sizes);
  for (std::int64_t i = 0; i < tensor->size(); ++i)
    result.sizes.push_back(static_cast<std::int64_t>(element(*tensor, i)));
}

TensorType infer(const TensorType& x, const Target& shape) {
  return {x.dtype, shape.is_known ? target(x.shape, shape.sizes) : shape.sizes};
}

// reshape.value, reshape.row-major, reshape.copies, reshape.empty
Array compute(const Array& x, const Target& shape) {
  return in_other_shape(x, target(x.shape(), shape.sizes));
}

}  // namespace

Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::reshape_op
