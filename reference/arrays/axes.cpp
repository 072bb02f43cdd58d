#include "reference/arrays/axes.h"

#include <algorithm>
#include <string>

#include "spec/lib/error.h"

namespace kassay::reference {

std::int64_t normalize_axis(std::int64_t axis, std::int64_t rank) {
  if (axis < -rank || axis >= rank) {
    throw ApiError(ErrorKind::kValue,
                   "axis " + std::to_string(axis) + " of a tensor of rank " + std::to_string(rank));
  }
  return axis < 0 ? axis + rank : axis;
}

std::vector<std::int64_t> normalize_axes(const Axes& axes, std::int64_t rank) {
  std::vector<std::int64_t> normalized;
  if (axes.named) {
    for (const std::int64_t axis : *axes.named) normalized.push_back(normalize_axis(axis, rank));
  } else {
    for (std::int64_t axis = 0; axis < rank; ++axis) normalized.push_back(axis);
  }
  std::sort(normalized.begin(), normalized.end());
  if (std::adjacent_find(normalized.begin(), normalized.end()) != normalized.end()) {
    throw ApiError(ErrorKind::kValue, "an axis is named twice");
  }
  return normalized;
}

Shape reduced_shape(const Shape& shape, const std::vector<std::int64_t>& axes, bool keepdims) {
  Shape result;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const bool reduced = std::binary_search(axes.begin(), axes.end(), static_cast<std::int64_t>(d));
    if (!reduced) {
      result.push_back(shape[d]);
    } else if (keepdims) {
      result.push_back(1);
    }
  }
  return result;
}

Shape broadcast_shapes(const Shape& x, const Shape& y) {
  const std::size_t rank = std::max(x.size(), y.size());
  Shape result(rank);
  for (std::size_t back = 1; back <= rank; ++back) {
    const std::int64_t a = back <= x.size() ? x[x.size() - back] : 1;
    const std::int64_t b = back <= y.size() ? y[y.size() - back] : 1;
    if (a != b && a != 1 && b != 1 && a != kUnknown && b != kUnknown) {
      throw ApiError(ErrorKind::kValue,
                     "the shapes " + to_string(x) + " and " + to_string(y) + " do not broadcast");
    }
    // A known dimension above 1 decides; an unknown one next to 1 stays unknown.
    result[rank - back] = a == 1 ? b : (a == kUnknown && b != 1 ? b : a);
  }
  return result;
}

Real broadcast_element(const Array& operand, const Index& index) {
  Index at(operand.shape().size());
  const std::size_t skipped = index.size() - at.size();
  for (std::size_t d = 0; d < at.size(); ++d)
    at[d] = operand.shape()[d] == 1 ? 0 : index[d + skipped];
  return operand[at];
}

}  // namespace kassay::reference
