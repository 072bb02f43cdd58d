// Where the elements of a whole lie in an array, for host and device.
#pragma once

#include "optimized/device/functions.h"

namespace kassay::optimized::device {

// Element number i of the whole, row-major in `sizes`, is the one at start + the sum of its i_d * strides[d] in the array, or 0 where an
// i_d is outside begins[d]..ends[d]. Rank -1: it is element number i.
struct Spread {
  static constexpr int kMostDimensions = 8;
  int rank = -1;
  long long start = 0;
  long long sizes[kMostDimensions] = {}, strides[kMostDimensions] = {};
  long long begins[kMostDimensions] = {}, ends[kMostDimensions] = {};

#ifndef __CUDACC_RTC__
  bool operator==(const Spread&) const = default;
#endif

  // Negative where it is 0.
  KASSAY_BOTH long long place(long long i) const {
    if (rank < 0) return i;
    long long at = start;
    for (int d = rank - 1; d >= 0; --d) {
      const long long index = i % sizes[d];
      i /= sizes[d];
      if (index < begins[d] || index >= ends[d]) return -1;
      at += index * strides[d];
    }
    return at;
  }
  // The same where the rank is known, in numbers that hold all places.
  template <int kRank, class Index>
  KASSAY_BOTH Index place_of(long long number) const {
    Index i = static_cast<Index>(number), at = static_cast<Index>(start);
    for (int d = kRank - 1; d >= 0; --d) {
      const Index size = static_cast<Index>(sizes[d]), index = i % size;
      i /= size;
      if (index < begins[d] || index >= ends[d]) return -1;
      at += index * static_cast<Index>(strides[d]);
    }
    return at;
  }
};

}  // namespace kassay::optimized::device
