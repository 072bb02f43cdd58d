// How axes are reduced, in stages of adjacent ones.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/arrays/axes.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

// The elements of a row-major tensor as (outer, length, inner); each result combines `length`
// elements that are `inner` apart.
struct Split {
  std::int64_t outer = 1;
  std::int64_t length = 1;
  std::int64_t inner = 1;

  std::int64_t results() const { return outer * inner; }
};

// One or more. Axes may have others between them: adjacent ones at a time, from the last on. The first stage reads the elements, the others the
// partial results of the one before.
using Stages = std::vector<Split>;

// `axes`: ascending, 0 or above.
Stages stages_of(const Shape& shape, const std::vector<std::int64_t>& axes);
inline Stages stages_of(const Tensor& x, const reference::Axes& axes) {
  return stages_of(x.shape(), reference::normalize_axes(axes, x.rank()));
}

// How many elements a result is made of.
std::int64_t length_of(const Stages& stages);

}  // namespace kassay::optimized
