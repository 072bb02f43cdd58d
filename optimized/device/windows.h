// Where windows lie on images, for host and device.
#pragma once

#include "optimized/device/functions.h"

namespace kassay::optimized::device {

// The geometry of reference/arrays/windows.h, always with three spatial dimensions. Images are (samples, places..., channels), and
// what is made of windows (samples, counts..., channels): pixels and windows are numbered among those of all samples.
struct WindowGeometry {
  struct Axis {
    long long places = 1, size = 1, stride = 1, dilation = 1, before = 0, count = 1;
    // Where an element of a window lies; -1 in the padding.
    KASSAY_BOTH long long place(long long window, long long element) const {
      const long long at = window * stride - before + element * dilation;
      return at >= 0 && at < places ? at : -1;
    }
    // The window that has this place as that element; -1 if there is none.
    KASSAY_BOTH long long window(long long place, long long element) const {
      const long long start = place + before - element * dilation;
      if (start < 0 || start % stride != 0 || start / stride >= count) return -1;
      return start / stride;
    }
  };
  Axis axes[3];
  long long channels = 1;

  KASSAY_BOTH long long elements() const { return axes[0].size * axes[1].size * axes[2].size; }
  // Of a sample.
  KASSAY_BOTH long long pixels() const { return axes[0].places * axes[1].places * axes[2].places; }
  KASSAY_BOTH long long windows() const { return axes[0].count * axes[1].count * axes[2].count; }

  // Calls visit(element, pixel) for each element of the window that is inside, in their order.
  template <class Visit>
  KASSAY_BOTH void for_each_element(long long window, Visit&& visit) const {
    for_each<OfWindow>(window, visit);
  }

  // Calls visit(window, element) for each window that covers the pixel, in the order of what it is in them.
  template <class Visit>
  KASSAY_BOTH void for_each_window(long long pixel, Visit&& visit) const {
    for_each<OfPixel>(pixel, [&](long long element, long long window) { visit(window, element); });
  }

  // The pixel of an element of a window; -1 in the padding.
  KASSAY_BOTH long long pixel(long long window, long long element) const {
    return other<OfWindow>(window, element);
  }

  // The window that has the pixel as that element; -1 if there is none.
  KASSAY_BOTH long long window(long long pixel, long long element) const {
    return other<OfPixel>(pixel, element);
  }

 private:
  // The two ways: from a window to its pixels, and from a pixel to its windows.
  struct OfWindow {
    KASSAY_BOTH static long long from(const Axis& axis) { return axis.count; }
    KASSAY_BOTH static long long to(const Axis& axis) { return axis.places; }
    KASSAY_BOTH static long long other(const Axis& axis, long long at, long long element) {
      return axis.place(at, element);
    }
  };
  struct OfPixel {
    KASSAY_BOTH static long long from(const Axis& axis) { return axis.places; }
    KASSAY_BOTH static long long to(const Axis& axis) { return axis.count; }
    KASSAY_BOTH static long long other(const Axis& axis, long long at, long long element) {
      return axis.window(at, element);
    }
  };

  // Calls visit(element, other) for each element, in their order.
  template <class Way, class Visit>
  KASSAY_BOTH void for_each(long long number, Visit&& visit) const {
    const Axis &depth = axes[0], &height = axes[1], &width = axes[2];
    const long long column = number % Way::from(width), rest = number / Way::from(width);
    const long long row = rest % Way::from(height), above = rest / Way::from(height);
    const long long level = above % Way::from(depth), sample = above / Way::from(depth);
    for (long long i = 0; i < depth.size; ++i) {
      const long long z = Way::other(depth, level, i);
      if (z < 0) continue;
      for (long long j = 0; j < height.size; ++j) {
        const long long y = Way::other(height, row, j);
        if (y < 0) continue;
        for (long long k = 0; k < width.size; ++k) {
          const long long x = Way::other(width, column, k);
          if (x < 0) continue;
          visit((i * height.size + j) * width.size + k,
                ((sample * Way::to(depth) + z) * Way::to(height) + y) * Way::to(width) + x);
        }
      }
    }
  }

  template <class Way>
  KASSAY_BOTH long long other(long long number, long long element) const {
    const Axis &depth = axes[0], &height = axes[1], &width = axes[2];
    const long long x = Way::other(width, number % Way::from(width), element % width.size);
    number /= Way::from(width);
    element /= width.size;
    const long long y = Way::other(height, number % Way::from(height), element % height.size);
    number /= Way::from(height);
    element /= height.size;
    const long long z = Way::other(depth, number % Way::from(depth), element);
    if (x < 0 || y < 0 || z < 0) return -1;
    const long long sample = number / Way::from(depth);
    return ((sample * Way::to(depth) + z) * Way::to(height) + y) * Way::to(width) + x;
  }
};

}  // namespace kassay::optimized::device
