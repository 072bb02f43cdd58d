// Splits reductions into stages of adjacent axes.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/arrays/axes.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

// The elements of a row-major tensor as (outer, length, inner); each result combines `length` elements at a distance of `inner`.
struct Split {
  std::int64_t outer = 1;
  std::int64_t length = 1;
  std::int64_t inner = 1;

  std::int64_t results() const { return outer * inner; }
};

// One or more stages. If axes have others between them, each stage reduces adjacent ones, from the last on. The first stage reads the
// elements, and each other one the partial results of the stage before.
using Stages = std::vector<Split>;

// `axes`: ascending, 0 or above.
Stages stages_of(const Shape& shape, const std::vector<std::int64_t>& axes);
inline Stages stages_of(const Tensor& x, const reference::Axes& axes) {
  return stages_of(x.shape(), reference::normalize_axes(axes, x.rank()));
}

// The number of elements per result.
std::int64_t length_of(const Stages& stages);

}  // namespace kassay::optimized
