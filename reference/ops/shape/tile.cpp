#include "reference/arrays/dimension.h"
#include "reference/graph/kernel.h"
#include "reference/graph/sizes.h"
#include "reference/ops/shape/move_elements.h"
#include "reference/ops/shape/repetitions.h"
#include "spec/lib/error.h"

namespace kassay::reference::tile_op {
namespace {

// tile.length, tile.zero, tile.negative
Shape tiled(const Shape& shape, const Sizes& n) {
  if (n.numbers.size() != shape.size()) {
    throw ApiError(
        ErrorKind::kValue,
        mismatch_text("n", std::to_string(shape.size()) + " numbers, one a dimension of x",
                      std::to_string(n.numbers.size())));
  }
  if (!n.is_known) return n.numbers;
  Shape result;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    result.push_back(multiply_dimensions(shape[d], repetitions("n", n.numbers[d])));
  }
  return result;
}

TensorType infer(const TensorType& x, const Sizes& n) { return {x.dtype, tiled(x.shape, n)}; }

// tile.value, tile.copies, tile.empty
Array compute(const Array& x, const Sizes& n) {
  return move_elements(x, tiled(x.shape(), n), [&](Index index) {
    for (std::size_t d = 0; d < index.size(); ++d) index[d] %= x.shape()[d];
    return index;
  });
}

}  // namespace

// By the signature and the pieces named below: tile.list
Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::tile_op
