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
      const long long rest = d > 0 ? i / sizes[d] : 0, index = i - rest * sizes[d];
      i = rest;
      if (index < begins[d] || index >= ends[d]) return -1;
      at += index * strides[d];
    }
    return at;
  }
  // The same where the rank is known, and i is below the product of the sizes.
  template <int kRank>
  KASSAY_BOTH long long place_of(long long i) const {
    long long at = start;
    for (int d = kRank - 1; d >= 0; --d) {
      const long long rest = d > 0 ? i / sizes[d] : 0, index = i - rest * sizes[d];
      i = rest;
      if (index < begins[d] || index >= ends[d]) return -1;
      at += index * strides[d];
    }
    return at;
  }
  KASSAY_BOTH long long stride_of(int d) const { return strides[d]; }
};

// One whose numbers are all below 2^31: its places take less time, for numbers are divided by a product and a shift.
struct SmallSpread {
  unsigned int start = 0;
  struct Dimension {
    unsigned int size, stride, begin, length;
    unsigned int factor, shift;  // n / size is n * factor >> shift
  } dimensions[Spread::kMostDimensions] = {};

  SmallSpread() = default;
  KASSAY_BOTH explicit SmallSpread(const Spread& spread)
      : start(static_cast<unsigned int>(spread.start)) {
    for (int d = 0; d < spread.rank; ++d) {
      const long long length = spread.ends[d] - spread.begins[d];
      unsigned int bits = 0;
      while (1LL << bits < spread.sizes[d]) ++bits;
      dimensions[d] = {static_cast<unsigned int>(spread.sizes[d]),
                       static_cast<unsigned int>(spread.strides[d]),
                       static_cast<unsigned int>(spread.begins[d]),
                       static_cast<unsigned int>(length > 0 ? length : 0),
                       static_cast<unsigned int>((1ULL << (31 + bits)) / spread.sizes[d] + 1),
                       31 + bits};
    }
  }

  template <int kRank>
  KASSAY_BOTH int place_of(unsigned int i) const {
    unsigned int at = start;
    for (int d = kRank - 1; d >= 0; --d) {
      const Dimension& of = dimensions[d];
      const auto rest = static_cast<unsigned int>(
          d > 0 ? static_cast<unsigned long long>(i) * of.factor >> of.shift : 0);
      const unsigned int index = i - rest * of.size;
      i = rest;
      if (index - of.begin >= of.length) return -1;
      at += index * of.stride;
    }
    return static_cast<int>(at);
  }
  KASSAY_BOTH int stride_of(int d) const { return static_cast<int>(dimensions[d].stride); }
};

}  // namespace kassay::optimized::device
