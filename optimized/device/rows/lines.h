// The rows of an array along one of its dimensions.
#pragma once

#include "optimized/device/functions.h"

namespace kassay::optimized::device {

// A row-major array as (outer, length, inner): a row has `length` elements at a distance of `inner`.
struct Lines {
  long long length, inner;
  KASSAY_BOTH long long first(long long row) const {
    if (inner == 1) return row * length;  // saves a division
    return row / inner * length * inner + row % inner;
  }
  KASSAY_BOTH long long place(long long row, long long i) const { return first(row) + i * inner; }
  // The longer row that contains this row as one of `parts` parts.
  KASSAY_BOTH long long whole(long long row, long long parts) const {
    return row / (parts * inner) * inner + row % inner;
  }
};

}  // namespace kassay::optimized::device
