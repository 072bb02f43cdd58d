// The elements in windows of images, their maximum and average; and the way back.
#pragma once

#include "optimized/device/bodies/bits.h"
#include "optimized/device/bodies/listed.h"
#include "optimized/device/functions.h"
#include "optimized/windows.h"

namespace kassay::optimized::device {

// The number of the first maximum of a channel in a window; -1 if no element is inside the image. NaN is larger than every number.
template <class T>
KASSAY_BOTH inline long long first_maximum(const T* x, const WindowGeometry& geometry,
                                           long long window, long long channel) {
  ComputedOf<T> largest{};
  long long first = -1;
  geometry.for_each_element(window, [&](long long element, long long pixel) {
    const auto found = loaded(x + pixel * geometry.channels + channel);
    if (first >= 0 && !(found > largest) && !(found != found && largest == largest)) return;
    largest = found;
    first = element;
  });
  return first;
}

// Writes out the elements of each window, bit by bit: y is (samples, counts..., sizes..., channels), zero in the padding.
template <class Bits>
struct SeeWindows {
  static constexpr const char* kName = "windows";
  const Bits* x;
  Bits* y;
  WindowGeometry geometry;
  KASSAY_BOTH void operator()(long long i) const {
    const long long number = i / geometry.channels, elements = geometry.elements();
    const long long pixel = geometry.pixel(number / elements, number % elements);
    y[i] = pixel < 0 ? Bits{} : x[pixel * geometry.channels + i % geometry.channels];
  }
};

// The way back: x[i] is the sum of its places in all windows.
template <class T>
struct BringWindowsBack {
  static constexpr const char* kName = "windows brought back";
  const T* seen;
  T* x;
  WindowGeometry geometry;
  KASSAY_BOTH void operator()(long long i) const {
    const long long channel = i % geometry.channels, elements = geometry.elements();
    double sum = 0;
    geometry.for_each_window(i / geometry.channels, [&](long long window, long long element) {
      sum += static_cast<double>(
          loaded(seen + (window * elements + element) * geometry.channels + channel));
    });
    store(x + i, Conversion<T, double>::of(sum));
  }
};

// For window and channel number i, writes to y, which is laid out as in SeeWindows: 1 at the first maximum and 0 elsewhere.
template <class T>
struct MarkFirstMaxima {
  static constexpr const char* kName = "first maxima";
  const T* x;
  T* y;
  WindowGeometry geometry;
  KASSAY_BOTH void operator()(long long i) const {
    const long long window = i / geometry.channels, channel = i % geometry.channels;
    const long long first = first_maximum(x, geometry, window, channel);
    const long long elements = geometry.elements();
    for (long long element = 0; element < elements; ++element)
      store(y + (window * elements + element) * geometry.channels + channel,
            static_cast<ComputedOf<T>>(element == first ? 1 : 0));
  }
};

// For window and channel number i, the number of the element that is the first maximum.
template <class T>
struct FindFirstMaxima {
  static constexpr const char* kName = "places of first maxima";
  const T* x;
  long long* first;
  WindowGeometry geometry;
  KASSAY_BOTH void operator()(long long i) const {
    first[i] = first_maximum(x, geometry, i / geometry.channels, i % geometry.channels);
  }
};

// x[i] is the sum of the elements of g, one per window and channel, whose first maximum is x[i].
template <class T>
struct BringFirstMaximaBack {
  static constexpr const char* kName = "first maxima brought back";
  const T* g;
  const long long* first;
  T* x;
  WindowGeometry geometry;
  KASSAY_BOTH void operator()(long long i) const {
    const long long channel = i % geometry.channels;
    double sum = 0;
    geometry.for_each_window(i / geometry.channels, [&](long long window, long long element) {
      const long long place = window * geometry.channels + channel;
      if (first[place] == element) sum += static_cast<double>(loaded(g + place));
    });
    store(x + i, Conversion<T, double>::of(sum));
  }
};

// The largest element in window and channel number i; NaN if one element is NaN.
template <class T>
struct PoolLargest {
  static constexpr const char* kName = "largest of windows";
  const T* x;
  T* y;
  WindowGeometry geometry;
  KASSAY_BOTH void operator()(long long i) const {
    ComputedOf<T> largest = -static_cast<ComputedOf<T>>(__builtin_huge_val());
    geometry.for_each_element(i / geometry.channels, [&](long long, long long pixel) {
      const auto found = loaded(x + pixel * geometry.channels + i % geometry.channels);
      if (found > largest || found != found) largest = found;
    });
    store(y + i, largest);
  }
};

// The average of the elements in window and channel number i that are inside the image.
template <class T>
struct PoolAverage {
  static constexpr const char* kName = "averages of windows";
  const T* x;
  T* y;
  WindowGeometry geometry;
  KASSAY_BOTH void operator()(long long i) const {
    double sum = 0, inside = 0;
    geometry.for_each_element(i / geometry.channels, [&](long long, long long pixel) {
      sum += static_cast<double>(loaded(x + pixel * geometry.channels + i % geometry.channels));
      ++inside;
    });
    store(y + i, Conversion<T, double>::of(sum / inside));
  }
};

using WindowBodies =
    Listed<SeeWindows<unsigned char>, SeeWindows<unsigned short>, SeeWindows<unsigned int>,
           SeeWindows<unsigned long long>, SeeWindows<Bits16>, BringWindowsBack<Half>,
           BringWindowsBack<float>, BringWindowsBack<double>, MarkFirstMaxima<Half>,
           MarkFirstMaxima<float>, MarkFirstMaxima<double>, FindFirstMaxima<Half>,
           FindFirstMaxima<float>, FindFirstMaxima<double>, BringFirstMaximaBack<Half>,
           BringFirstMaximaBack<float>, BringFirstMaximaBack<double>, PoolLargest<Half>,
           PoolLargest<float>, PoolLargest<double>, PoolAverage<Half>, PoolAverage<float>,
           PoolAverage<double>>;

}  // namespace kassay::optimized::device
