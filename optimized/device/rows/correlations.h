// Correlations computed element by element, for those that the device's library does not support.
#pragma once

#include "optimized/device/bodies/listed.h"
#include "optimized/device/rows/lines.h"
#include "optimized/windows.h"

namespace kassay::optimized::device {

// The arrays of Correlation (command.h), and which of their elements are multiplied.
template <class T>
struct Correlated {
  WindowGeometry windows;
  T *images, *kernel, *results;
  long long filters;
  long long multiplier;  // the last dimension of the kernel: filters, in all or per channel
  bool is_depthwise;

  // The filter of a channel, given a number along the last dimension of the kernel.
  KASSAY_BOTH long long filter(long long channel, long long of_kernel) const {
    return is_depthwise ? channel * multiplier + of_kernel : of_kernel;
  }
  KASSAY_BOTH double image(long long pixel, long long channel) const {
    return static_cast<double>(loaded(images + pixel * windows.channels + channel));
  }
  KASSAY_BOTH double result(long long window, long long filter) const {
    return static_cast<double>(loaded(results + window * filters + filter));
  }
  KASSAY_BOTH double weight(long long element, long long channel, long long of_kernel) const {
    return static_cast<double>(
        loaded(kernel + (element * windows.channels + channel) * multiplier + of_kernel));
  }
};

// Writes the sum of term(0), term(1), ... to its place.
template <class T, class Team, class Term>
KASSAY_BOTH void store_sum(Team& team, long long count, Term&& term, T* place) {
  const double sum = team.reduce(count, 0.0, term, [](double a, double b) { return a + b; });
  if (team.rank() == 0) store(place, Conversion<T, double>::of(sum));
}

// A row is an element of the results; its terms are the elements of its window.
template <class T>
struct CorrelateRows {
  static constexpr const char* kName = "correlation";
  Correlated<T> arrays;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const Correlated<T>& a = arrays;
    const long long filter = row % a.filters, window = row / a.filters;
    const long long channels = a.is_depthwise ? 1 : a.windows.channels;
    const auto term = [&](long long i) {
      const long long element = i / channels;
      const long long channel = a.is_depthwise ? filter / a.multiplier : i % channels;
      const long long pixel = a.windows.pixel(window, element);
      return pixel < 0
                 ? 0.0
                 : a.image(pixel, channel) * a.weight(element, channel, filter % a.multiplier);
    };
    store_sum(team, a.windows.elements() * channels, term, a.results + row);
  }
};

// A row is an element of the images; its terms are the windows that cover it.
template <class T>
struct CorrelateToImageRows {
  static constexpr const char* kName = "correlation to the images";
  Correlated<T> arrays;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const Correlated<T>& a = arrays;
    const long long channel = row % a.windows.channels, pixel = row / a.windows.channels;
    const auto term = [&](long long i) {
      const long long element = i / a.multiplier, of_kernel = i % a.multiplier;
      const long long window = a.windows.window(pixel, element);
      return window < 0 ? 0.0
                        : a.result(window, a.filter(channel, of_kernel)) *
                              a.weight(element, channel, of_kernel);
    };
    store_sum(team, a.windows.elements() * a.multiplier, term, a.images + row);
  }
};

// A row is an element of the kernel; its terms are the windows of all samples.
template <class T>
struct CorrelateToKernelRows {
  static constexpr const char* kName = "correlation to the kernel";
  Correlated<T> arrays;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const Correlated<T>& a = arrays;
    const long long of_kernel = row % a.multiplier,
                    channel = row / a.multiplier % a.windows.channels;
    const long long element = row / a.multiplier / a.windows.channels;
    const auto term = [&](long long window) {
      const long long pixel = a.windows.pixel(window, element);
      return pixel < 0 ? 0.0
                       : a.image(pixel, channel) * a.result(window, a.filter(channel, of_kernel));
    };
    store_sum(team, a.windows.samples * a.windows.windows(), term, a.kernel + row);
  }
};

// A row is an element of C = A B in a batch. `a` gives the distance between elements of A by batch, row and column, and so on; the columns
// of C are contiguous.
template <class T>
struct MultiplyRows {
  static constexpr const char* kName = "product";
  struct Strides {
    long long batch, row, column;
  };
  const T *left, *right;
  T* result;
  long long rows, terms, columns;
  Strides a, b, c;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long number) const {
    const long long column = number % columns, row = number / columns % rows;
    const long long batch = number / columns / rows;
    const T* const first = left + batch * a.batch + row * a.row;
    const T* const second = right + batch * b.batch + column * b.column;
    const auto term = [&](long long i) {
      return static_cast<double>(loaded(first + i * a.column)) *
             static_cast<double>(loaded(second + i * b.row));
    };
    store_sum(team, terms, term, result + batch * c.batch + row * c.row + column);
  }
};

using CorrelationRowBodies =
    Listed<MultiplyRows<Half>, MultiplyRows<float>, MultiplyRows<double>, CorrelateRows<Half>,
           CorrelateRows<float>, CorrelateRows<double>, CorrelateToImageRows<Half>,
           CorrelateToImageRows<float>, CorrelateToImageRows<double>, CorrelateToKernelRows<Half>,
           CorrelateToKernelRows<float>, CorrelateToKernelRows<double>>;

}  // namespace kassay::optimized::device
