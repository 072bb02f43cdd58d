#include <algorithm>

#include "reference/graph/kernel.h"
#include "reference/graph/symbol.h"
#include "reference/ops/shape/move_elements.h"
#include "spec/lib/error.h"

namespace kassay::reference::slice_op {
namespace {

constexpr std::int64_t kAllThatIsLeft = -1;

// slice.tensors: from a list, or the elements of a tensor of rank 1
std::vector<std::int64_t> integers(const Value& value, const Place& argument) {
  std::vector<std::int64_t> result;
  if (value.get_if<List>() != nullptr) {
    unpack(value, argument, result);
    return result;
  }
  const auto* given = value.get_if<Tensor>();
  if (given == nullptr || given->shape().size() != 1 || !is_integer(given->dtype())) {
    throw mismatch(ErrorKind::kType, argument, kSizes, value);
  }
  for (std::int64_t i = 0; i < given->size(); ++i) {
    result.push_back(static_cast<std::int64_t>(element(*given, i)));
  }
  return result;
}

// Limits a bound as a Python slice does.
std::int64_t inside(std::int64_t bound, std::int64_t size) {
  return std::clamp<std::int64_t>(bound < 0 ? bound + size : bound, 0, size);
}

struct Part {
  Index begin;
  Shape shape;
};

Part part_of(const Shape& shape, const Value& start, const Value& size) {
  const std::vector<std::int64_t> starts = integers(start, "start");
  const std::vector<std::int64_t> sizes = integers(size, "size");
  // slice.each-dimension
  if (starts.size() != shape.size() || sizes.size() != shape.size()) {
    throw ApiError(ErrorKind::kValue, "start and size: expected " + std::to_string(shape.size()) +
                                          " numbers each, found " + std::to_string(starts.size()) +
                                          " and " + std::to_string(sizes.size()));
  }
  Part part;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    // Only for the type: when elements are computed, every size is known.
    if (shape[d] == kUnknown) {
      part.shape.push_back(sizes[d] == 0 ? 0 : kUnknown);
      continue;
    }
    // slice.negative-start, slice.beyond-end
    const std::int64_t begin = inside(starts[d], shape[d]);
    std::int64_t end = shape[d];
    // slice.minus-one, slice.size-unit
    if (sizes[d] != kAllThatIsLeft && __builtin_add_overflow(starts[d], sizes[d], &end)) {
      end = shape[d];  // a number that does not fit int64 is beyond every end
    }
    part.begin.push_back(begin);
    part.shape.push_back(std::max<std::int64_t>(0, inside(end, shape[d]) - begin));
  }
  return part;
}

// Whether the numbers are a tensor with unknown elements: then the result's sizes are unknown, too, even if the size of x is known.
bool is_open(const Value& numbers) {
  const Symbol symbol = symbol_of(numbers);
  return symbol && symbol->known() == nullptr;
}

TensorType infer(const TensorType& x, const Value& start, const Value& size) {
  if (is_open(start) || is_open(size)) return {x.dtype, Shape(x.shape.size(), kUnknown)};
  return {x.dtype, part_of(x.shape, start, size).shape};
}

// slice.value, slice.copies, slice.empty
Array compute(const Array& x, const Value& start, const Value& size) {
  const Part part = part_of(x.shape(), start, size);
  return move_elements(x, part.shape, [&](Index index) {
    for (std::size_t d = 0; d < index.size(); ++d) index[d] += part.begin[d];
    return index;
  });
}

}  // namespace

Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::slice_op
