#include "reference/arrays/axes.h"
#include "reference/graph/kernel.h"
#include "reference/ops/shape/move_elements.h"
#include "spec/lib/error.h"

namespace kassay::reference::permute_dimensions_op {
namespace {

// permute_dimensions.every-dimension, permute_dimensions.negative
std::vector<std::int64_t> dimensions(const std::vector<std::int64_t>& pattern, std::int64_t rank) {
  const auto named = static_cast<std::int64_t>(normalize_axes({pattern}, rank).size());
  if (named != rank) {
    throw ApiError(ErrorKind::kValue,
                   mismatch_text("pattern", "the " + std::to_string(rank) + " dimensions of x",
                                 std::to_string(named)));
  }
  std::vector<std::int64_t> result;
  for (const std::int64_t dimension : pattern) result.push_back(normalize_axis(dimension, rank));
  return result;
}

Shape permuted(const Shape& shape, const std::vector<std::int64_t>& from) {
  Shape result;
  for (const std::int64_t dimension : from) {
    result.push_back(shape[static_cast<std::size_t>(dimension)]);
  }
  return result;
}

TensorType infer(const TensorType& x, const std::vector<std::int64_t>& pattern) {
  return {x.dtype, permuted(x.shape, dimensions(pattern, x.rank()))};
}

// permute_dimensions.value, permute_dimensions.copies, permute_dimensions.empty
Array compute(const Array& x, const std::vector<std::int64_t>& pattern) {
  const std::vector<std::int64_t> from = dimensions(pattern, x.rank());
  return move_elements(x, permuted(x.shape(), from), [&](const Index& index) {
    Index source(index.size());
    for (std::size_t d = 0; d < index.size(); ++d) {
      source[static_cast<std::size_t>(from[d])] = index[d];
    }
    return source;
  });
}

}  // namespace

Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::permute_dimensions_op
