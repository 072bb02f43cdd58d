// Repeated elements, elements between others, and elements that fill a tensor.
#pragma once

#include "optimized/device/bodies/bits.h"
#include "optimized/device/bodies/listed.h"
#include "optimized/device/functions.h"
#include "optimized/layout.h"

namespace kassay::optimized::device {

// x[i] is the sum of the elements of g to which it was copied: `first` leads to one of these, and `others` from there to every one.
template <class T>
struct SumCopies {
  static constexpr const char* kName = "sums of copies";
  const T* g;
  T* x;
  Layout first, others;
  long long copies;
  KASSAY_BOTH void operator()(long long i) const {
    const T* const from = g + first.place(i);
    double sum = 0;
    for (long long copy = 0; copy < copies; ++copy)
      sum += static_cast<double>(loaded(from + others.place(copy)));
    store(x + i, Conversion<T, double>::of(sum));
  }
};

// Mixes two numbers in the given proportion. The result is finite if both are, even if their difference overflows.
KASSAY_BOTH inline double mixed(double lower, double upper, double share) {
  const double mixture = lower + (upper - lower) * share;
  if (mixture - mixture == 0 || lower - lower != 0 || upper - upper != 0) return mixture;
  return lower * (1 - share) + upper * share;
}

// Enlarges images of (height, width, channels): an element of y lies between two rows and two columns of x. Beyond the last row and column,
// these are repeated.
template <class T>
struct Interpolate {
  static constexpr const char* kName = "interpolation";
  const T* x;
  T* y;
  long long height, width, channels;  // of x
  long long height_factor, width_factor;
  KASSAY_BOTH void operator()(long long i) const {
    const long long channel = i % channels, pixel = i / channels;
    const long long column = pixel % (width * width_factor), rest = pixel / (width * width_factor);
    const long long row = rest % (height * height_factor), image = rest / (height * height_factor);
    const long long left = column / width_factor, above = row / height_factor;
    const long long right = left + 1 < width ? left + 1 : left;
    const long long below = above + 1 < height ? above + 1 : above;
    const double down = static_cast<double>(row % height_factor) / height_factor;
    const double across = static_cast<double>(column % width_factor) / width_factor;
    const auto at = [&](long long r, long long c) {
      return static_cast<double>(
          loaded(x + ((image * height + r) * width + c) * channels + channel));
    };
    store(y + i, Conversion<T, double>::of(mixed(mixed(at(above, left), at(below, left), down),
                                                 mixed(at(above, right), at(below, right), down),
                                                 across)));
  }
};

// y[i * step] = value
template <class Bits>
struct Fill {
  static constexpr const char* kName = "fill";
  Bits* y;
  Bits value;
  long long step;
  KASSAY_BOTH void operator()(long long i) const { y[i * step] = value; }
};

KASSAY_BOTH inline double advanced(double start, double step, long long i) {
  return multiply_add(static_cast<double>(i), step, start);
}
KASSAY_BOTH inline long long advanced(long long start, long long step, long long i) {
  return start + i * step;
}

// y[i] = start + i * step, where `Number` is long long or double.
template <class T, class Number>
struct Sequence {
  static constexpr const char* kName = "sequence";
  T* y;
  Number start, step;
  KASSAY_BOTH void operator()(long long i) const {
    store(y + i, Conversion<T, Number>::of(advanced(start, step, i)));
  }
};

using CopyBodies =
    Listed<SumCopies<Half>, SumCopies<float>, SumCopies<double>, Interpolate<Half>,
           Interpolate<float>, Interpolate<double>, Fill<unsigned char>, Fill<unsigned short>,
           Fill<unsigned int>, Fill<unsigned long long>, Fill<Bits16>, Sequence<bool, long long>,
           Sequence<unsigned char, long long>, Sequence<signed char, long long>,
           Sequence<short, long long>, Sequence<int, long long>, Sequence<long long, long long>,
           Sequence<Half, double>, Sequence<float, double>, Sequence<double, double>>;

}  // namespace kassay::optimized::device
