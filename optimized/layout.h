// Maps the elements of a whole to places in an array that is broadcast, cut, padded or permuted. Every program that NVRTC compiles
// includes this file.
#pragma once

#include "optimized/host_device.h"

namespace kassay::optimized {

// Element number i of the whole, row-major in the sizes, is the array's element at start + the sum of i_d * stride_d, or 0 if an i_d is
// outside begin_d..end_d. Rank -1: it is element number i.
struct Layout {
  struct Dimension {
    long long size, stride;
    long long begin, end;  // the range that is not 0
    KASSAY_BOTH bool is_full() const { return begin == 0 && end == size; }
#ifndef __CUDACC_RTC__
    bool operator==(const Dimension&) const = default;
#endif
  };
  static constexpr int kMostDimensions = 8;
  int rank = -1;
  long long start = 0;
  Dimension dimensions[kMostDimensions] = {};

#ifndef __CUDACC_RTC__
  bool operator==(const Layout&) const = default;
#endif
  // Whether the elements are in order and contiguous.
  KASSAY_BOTH bool is_whole() const { return rank < 0; }
  // Whether all elements are the same one, at `start`.
  KASSAY_BOTH bool is_single() const { return rank == 0; }

  // Negative if the element is 0.
  KASSAY_BOTH long long place(long long i) const { return is_whole() ? i : place(i, rank); }
  // The same if the rank is known, and i is below the product of the sizes.
  template <int kRank>
  KASSAY_BOTH long long place_of(long long i) const {
    return place(i, kRank);
  }
  KASSAY_BOTH long long stride_of(int d) const { return dimensions[d].stride; }

 private:
  KASSAY_BOTH long long place(long long i, int dimension_count) const {
    long long at = start;
    for (int d = dimension_count - 1; d >= 0; --d) {
      const Dimension& of = dimensions[d];
      const long long rest = d > 0 ? i / of.size : 0, index = i - rest * of.size;
      i = rest;
      if (index < of.begin || index >= of.end) return -1;
      at += index * of.stride;
    }
    return at;
  }
};

// A layout whose numbers are all below 2^31: places take less time, because a product and a shift replace each division.
struct SmallLayout {
  unsigned int start = 0;
  struct Dimension {
    unsigned int size, stride, begin, length;
    unsigned int factor, shift;  // n / size is n * factor >> shift
  } dimensions[Layout::kMostDimensions] = {};

  SmallLayout() = default;
  KASSAY_BOTH explicit SmallLayout(const Layout& layout)
      : start(static_cast<unsigned int>(layout.start)) {
    for (int d = 0; d < layout.rank; ++d) {
      const Layout::Dimension& of = layout.dimensions[d];
      unsigned int bits = 0;
      while (1LL << bits < of.size) ++bits;
      dimensions[d] = {static_cast<unsigned int>(of.size),
                       static_cast<unsigned int>(of.stride),
                       static_cast<unsigned int>(of.begin),
                       static_cast<unsigned int>(of.end > of.begin ? of.end - of.begin : 0),
                       static_cast<unsigned int>((1ULL << (31 + bits)) / of.size + 1),
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

}  // namespace kassay::optimized
