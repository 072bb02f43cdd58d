// What correlations are made of, element by element: for what a device's library does not serve.
#pragma once

#include "optimized/device/bodies/listed.h"
#include "optimized/device/rows/lines.h"

namespace kassay::optimized::device {

// The geometry of Correlation (command.h) for a device.
struct CorrelationShape {
  static constexpr int kMostAxes = 3;
  struct Axis {
    long long places, size, stride, dilation, before, count;
  };
  long long channels, filters;
  long long multiplier;  // the last dimension of the kernel: filters, or those of each channel
  bool is_depthwise;
  int rank;
  Axis axes[kMostAxes];

  KASSAY_BOTH long long elements() const {
    long long product = 1;
    for (int d = 0; d < rank; ++d) product *= axes[d].size;
    return product;
  }
  KASSAY_BOTH long long windows() const {
    long long product = 1;
    for (int d = 0; d < rank; ++d) product *= axes[d].count;
    return product;
  }
  // The place, counted through all dimensions, that an element of a window covers; negative where it is outside.
  KASSAY_BOTH long long place(long long window, long long element) const {
    long long at = 0, scale = 1;
    for (int d = rank - 1; d >= 0; --d) {
      const Axis& axis = axes[d];
      const long long p =
          window % axis.count * axis.stride - axis.before + element % axis.size * axis.dilation;
      if (p < 0 || p >= axis.places) return -1;
      at += p * scale;
      scale *= axis.places;
      window /= axis.count;
      element /= axis.size;
    }
    return at;
  }
  // The window of which the element covers the place; negative where there is none.
  KASSAY_BOTH long long window(long long place, long long element) const {
    long long at = 0, scale = 1;
    for (int d = rank - 1; d >= 0; --d) {
      const Axis& axis = axes[d];
      const long long from =
          place % axis.places + axis.before - element % axis.size * axis.dilation;
      if (from < 0 || from % axis.stride != 0 || from / axis.stride >= axis.count) return -1;
      at += from / axis.stride * scale;
      scale *= axis.count;
      place /= axis.places;
      element /= axis.size;
    }
    return at;
  }
  KASSAY_BOTH long long places() const {
    long long product = 1;
    for (int d = 0; d < rank; ++d) product *= axes[d].places;
    return product;
  }
};

// A row is an element of the results; its terms are the elements of its window.
template <class T>
struct CorrelateRows {
  static constexpr const char* kName = "correlation";
  const T *images, *kernel;
  T* results;
  CorrelationShape shape;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const CorrelationShape& s = shape;
    const long long filter = row % s.filters, window = row / s.filters % s.windows();
    const long long sample = row / s.filters / s.windows();
    const long long channels = s.is_depthwise ? 1 : s.channels;
    const double sum = team.reduce(
        s.elements() * channels, 0.0,
        [&](long long i) {
          const long long element = i / channels;
          const long long channel = s.is_depthwise ? filter / s.multiplier : i % channels;
          const long long place = s.place(window, element);
          if (place < 0) return 0.0;
          return static_cast<double>(
                     loaded(images + (sample * s.places() + place) * s.channels + channel)) *
                 static_cast<double>(loaded(kernel +
                                            (element * s.channels + channel) * s.multiplier +
                                            filter % s.multiplier));
        },
        [](double a, double b) { return a + b; });
    if (team.rank() == 0) store(results + row, Conversion<T, double>::of(sum));
  }
};

// A row is an element of the images; its terms are the windows that cover it.
template <class T>
struct CorrelateToImageRows {
  static constexpr const char* kName = "correlation to the images";
  const T *results, *kernel;
  T* images;
  CorrelationShape shape;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const CorrelationShape& s = shape;
    const long long channel = row % s.channels, place = row / s.channels % s.places();
    const long long sample = row / s.channels / s.places();
    const double sum = team.reduce(
        s.elements() * s.multiplier, 0.0,
        [&](long long i) {
          const long long element = i / s.multiplier, of_kernel = i % s.multiplier;
          const long long filter = s.is_depthwise ? channel * s.multiplier + of_kernel : of_kernel;
          const long long window = s.window(place, element);
          if (window < 0) return 0.0;
          return static_cast<double>(
                     loaded(results + (sample * s.windows() + window) * s.filters + filter)) *
                 static_cast<double>(
                     loaded(kernel + (element * s.channels + channel) * s.multiplier + of_kernel));
        },
        [](double a, double b) { return a + b; });
    if (team.rank() == 0) store(images + row, Conversion<T, double>::of(sum));
  }
};

// A row is an element of the kernel; its terms are the windows of all samples.
template <class T>
struct CorrelateToKernelRows {
  static constexpr const char* kName = "correlation to the kernel";
  const T *images, *results;
  T* kernel;
  CorrelationShape shape;
  long long samples;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const CorrelationShape& s = shape;
    const long long of_kernel = row % s.multiplier, channel = row / s.multiplier % s.channels;
    const long long element = row / s.multiplier / s.channels;
    const long long filter = s.is_depthwise ? channel * s.multiplier + of_kernel : of_kernel;
    const double sum = team.reduce(
        samples * s.windows(), 0.0,
        [&](long long i) {
          const long long sample = i / s.windows(), window = i % s.windows();
          const long long place = s.place(window, element);
          if (place < 0) return 0.0;
          return static_cast<double>(
                     loaded(images + (sample * s.places() + place) * s.channels + channel)) *
                 static_cast<double>(
                     loaded(results + (sample * s.windows() + window) * s.filters + filter));
        },
        [](double a, double b) { return a + b; });
    if (team.rank() == 0) store(kernel + row, Conversion<T, double>::of(sum));
  }
};

using CorrelationRowBodies =
    Listed<CorrelateRows<Half>, CorrelateRows<float>, CorrelateRows<double>,
           CorrelateToImageRows<Half>, CorrelateToImageRows<float>, CorrelateToImageRows<double>,
           CorrelateToKernelRows<Half>, CorrelateToKernelRows<float>,
           CorrelateToKernelRows<double>>;

}  // namespace kassay::optimized::device
