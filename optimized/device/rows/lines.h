// The rows of an array along one of its dimensions.
#pragma once

#include "optimized/device/functions.h"

namespace kassay::optimized::device {

// Elements of a row-major array as (outer, length, inner): a row has `length` elements that are `inner` apart.
struct Lines {
  long long length, inner;
  KASSAY_BOTH long long first(long long row) const {
    if (inner == 1) return row * length;  // without a division
    return row / inner * length * inner + row % inner;
  }
  KASSAY_BOTH long long place(long long row, long long i) const { return first(row) + i * inner; }
  // The longer row, of which the row is one of so many parts.
  KASSAY_BOTH long long whole(long long row, long long parts) const {
    return row / (parts * inner) * inner + row % inner;
  }
};

}  // namespace kassay::optimized::device
