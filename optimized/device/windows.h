// Where windows lie on images, for host and device.
#pragma once

#include "optimized/device/functions.h"

namespace kassay::optimized::device {

// The geometry of reference/runtime/windows.h, always with three spatial dimensions. Images are (samples, places..., channels), and
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
  KASSAY_BOTH void for_each_element(long long window, Visit &&visit) const {
    const Axis &depth = axes[0], &height = axes[1], &width = axes[2];
    const long long column = window % width.count, rest = window / width.count;
    const long long row = rest % height.count, level = rest / height.count % depth.count;
    const long long sample = rest / height.count / depth.count;
    for (long long i = 0; i < depth.size; ++i) {
      const long long z = depth.place(level, i);
      if (z < 0) continue;
      for (long long j = 0; j < height.size; ++j) {
        const long long y = height.place(row, j);
        if (y < 0) continue;
        for (long long k = 0; k < width.size; ++k) {
          const long long x = width.place(column, k);
          if (x < 0) continue;
          visit((i * height.size + j) * width.size + k,
                ((sample * depth.places + z) * height.places + y) * width.places + x);
        }
      }
    }
  }

  // Calls visit(window, element) for each window that covers the pixel, in the order of what it is in them.
  template <class Visit>
  KASSAY_BOTH void for_each_window(long long pixel, Visit &&visit) const {
    const Axis &depth = axes[0], &height = axes[1], &width = axes[2];
    const long long column = pixel % width.places, rest = pixel / width.places;
    const long long row = rest % height.places, level = rest / height.places % depth.places;
    const long long sample = rest / height.places / depth.places;
    for (long long i = 0; i < depth.size; ++i) {
      const long long z = depth.window(level, i);
      if (z < 0) continue;
      for (long long j = 0; j < height.size; ++j) {
        const long long y = height.window(row, j);
        if (y < 0) continue;
        for (long long k = 0; k < width.size; ++k) {
          const long long x = width.window(column, k);
          if (x < 0) continue;
          visit(((sample * depth.count + z) * height.count + y) * width.count + x,
                (i * height.size + j) * width.size + k);
        }
      }
    }
  }

  // The pixel of an element of a window; -1 in the padding.
  KASSAY_BOTH long long pixel(long long window, long long element) const {
    const Axis &depth = axes[0], &height = axes[1], &width = axes[2];
    const long long x = width.place(window % width.count, element % width.size);
    window /= width.count;
    element /= width.size;
    const long long y = height.place(window % height.count, element % height.size);
    window /= height.count;
    element /= height.size;
    const long long z = depth.place(window % depth.count, element);
    if (x < 0 || y < 0 || z < 0) return -1;
    return ((window / depth.count * depth.places + z) * height.places + y) * width.places + x;
  }

  // The window that has the pixel as that element; -1 if there is none.
  KASSAY_BOTH long long window(long long pixel, long long element) const {
    const Axis &depth = axes[0], &height = axes[1], &width = axes[2];
    const long long x = width.window(pixel % width.places, element % width.size);
    pixel /= width.places;
    element /= width.size;
    const long long y = height.window(pixel % height.places, element % height.size);
    pixel /= height.places;
    element /= height.size;
    const long long z = depth.window(pixel % depth.places, element);
    if (x < 0 || y < 0 || z < 0) return -1;
    return ((pixel / depth.places * depth.count + z) * height.count + y) * width.count + x;
  }
};

}  // namespace kassay::optimized::device
