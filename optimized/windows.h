// The places of windows on images, for host and device.
#pragma once

#include <cstdint>

#include "optimized/host_device.h"

namespace kassay::optimized {

// A dimension, as in reference/arrays/windows.h. The default is for images and windows without that dimension.
struct WindowAxis {
  std::int64_t places = 1, size = 1, stride = 1, dilation = 1, before = 0, count = 1;

  // The place of a window's element, which may be in the padding.
  KASSAY_BOTH std::int64_t place(std::int64_t window, std::int64_t element) const {
    return window * stride - before + element * dilation;
  }
  KASSAY_BOTH bool is_inside(std::int64_t place) const { return place >= 0 && place < places; }
  // The window with this place as that element; -1 if there is none.
  KASSAY_BOTH std::int64_t window(std::int64_t place, std::int64_t element) const {
    const std::int64_t start = place + before - element * dilation;
    if (start < 0 || start % stride != 0 || start / stride >= count) return -1;
    return start / stride;
  }
  bool operator==(const WindowAxis&) const = default;
};

// Three dimensions; leading ones may be unused. Images are (samples, places..., channels), and results (samples, counts..., channels).
// Pixels, windows, and lines of them along the last dimension are numbered through all samples.
struct WindowGeometry {
  static constexpr int kAxes = 3;
  WindowAxis axes[kAxes];
  std::int64_t samples = 1, channels = 1;

  KASSAY_BOTH std::int64_t elements() const { return axes[0].size * axes[1].size * axes[2].size; }
  // Of a sample.
  KASSAY_BOTH std::int64_t pixels() const {
    return axes[0].places * axes[1].places * axes[2].places;
  }
  KASSAY_BOTH std::int64_t windows() const { return axes[0].count * axes[1].count * axes[2].count; }

  // The place of a line in the other dimensions.
  struct Line {
    std::int64_t sample, level, row;
  };
  KASSAY_BOTH Line line_of_windows(std::int64_t number) const { return line<OfWindow>(number); }
  KASSAY_BOTH Line line_of_pixels(std::int64_t number) const { return line<OfPixel>(number); }

  // Calls visit(element line, pixel line) for each line of window elements inside the image, in order.
  template <class Visit>
  KASSAY_BOTH void for_each_line_of_elements(const Line& windows, Visit&& visit) const {
    for_each_line<OfWindow>(windows, visit);
  }
  // Calls visit(element line, window line) for each line of windows that covers these pixels, ordered by element line.
  template <class Visit>
  KASSAY_BOTH void for_each_line_of_windows(const Line& pixels, Visit&& visit) const {
    for_each_line<OfPixel>(pixels, visit);
  }

  // Calls visit(element, pixel) for each element of the window inside the image, in order.
  template <class Visit>
  KASSAY_BOTH void for_each_element(std::int64_t window, Visit&& visit) const {
    for_each<OfWindow>(window, visit);
  }
  // Calls visit(window, element) for each window that covers the pixel, ordered by element.
  template <class Visit>
  KASSAY_BOTH void for_each_window(std::int64_t pixel, Visit&& visit) const {
    for_each<OfPixel>(pixel,
                      [&](std::int64_t element, std::int64_t window) { visit(window, element); });
  }

  // The pixel at an element of a window; -1 in the padding.
  KASSAY_BOTH std::int64_t pixel(std::int64_t window, std::int64_t element) const {
    return other<OfWindow>(window, element);
  }
  // The window with the pixel as that element; -1 if there is none.
  KASSAY_BOTH std::int64_t window(std::int64_t pixel, std::int64_t element) const {
    return other<OfPixel>(pixel, element);
  }

 private:
  // The two directions: from a window to its pixels, and from a pixel to its windows.
  struct OfWindow {
    KASSAY_BOTH static std::int64_t from(const WindowAxis& axis) { return axis.count; }
    KASSAY_BOTH static std::int64_t to(const WindowAxis& axis) { return axis.places; }
    KASSAY_BOTH static std::int64_t other(const WindowAxis& axis, std::int64_t at,
                                          std::int64_t element) {
      const std::int64_t place = axis.place(at, element);
      return axis.is_inside(place) ? place : -1;
    }
  };
  struct OfPixel {
    KASSAY_BOTH static std::int64_t from(const WindowAxis& axis) { return axis.places; }
    KASSAY_BOTH static std::int64_t to(const WindowAxis& axis) { return axis.count; }
    KASSAY_BOTH static std::int64_t other(const WindowAxis& axis, std::int64_t at,
                                          std::int64_t element) {
      return axis.window(at, element);
    }
  };

  template <class Way>
  KASSAY_BOTH Line line(std::int64_t number) const {
    const std::int64_t above = number / Way::from(axes[1]);
    return {above / Way::from(axes[0]), above % Way::from(axes[0]), number % Way::from(axes[1])};
  }

  template <class Way, class Visit>
  KASSAY_BOTH void for_each_line(const Line& line, Visit&& visit) const {
    const WindowAxis &depth = axes[0], &height = axes[1];
    for (std::int64_t i = 0; i < depth.size; ++i) {
      const std::int64_t z = Way::other(depth, line.level, i);
      if (z < 0) continue;
      for (std::int64_t j = 0; j < height.size; ++j) {
        const std::int64_t y = Way::other(height, line.row, j);
        if (y < 0) continue;
        visit(i * height.size + j, (line.sample * Way::to(depth) + z) * Way::to(height) + y);
      }
    }
  }

  // Calls visit(element, other) for each element, in order.
  template <class Way, class Visit>
  KASSAY_BOTH void for_each(std::int64_t number, Visit&& visit) const {
    const WindowAxis& width = axes[2];
    const std::int64_t column = number % Way::from(width);
    for_each_line<Way>(line<Way>(number / Way::from(width)),
                       [&](std::int64_t elements, std::int64_t others) {
                         for (std::int64_t k = 0; k < width.size; ++k) {
                           const std::int64_t x = Way::other(width, column, k);
                           if (x >= 0)
                             visit(elements * width.size + k, others * Way::to(width) + x);
                         }
                       });
  }

  template <class Way>
  KASSAY_BOTH std::int64_t other(std::int64_t number, std::int64_t element) const {
    const WindowAxis &depth = axes[0], &height = axes[1], &width = axes[2];
    const Line at = line<Way>(number / Way::from(width));
    const std::int64_t x = Way::other(width, number % Way::from(width), element % width.size);
    element /= width.size;
    const std::int64_t y = Way::other(height, at.row, element % height.size);
    const std::int64_t z = Way::other(depth, at.level, element / height.size);
    if (x < 0 || y < 0 || z < 0) return -1;
    return ((at.sample * Way::to(depth) + z) * Way::to(height) + y) * Way::to(width) + x;
  }
};

}  // namespace kassay::optimized
