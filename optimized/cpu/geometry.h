// The geometry of reference/arrays/windows.h for loops: always three spatial dimensions, with samples and channels.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "reference/arrays/windows.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

using reference::WindowAxis;
using reference::Windows;

// Treats one, two or three spatial dimensions as three; the first ones have size 1.
struct Geometry {
  std::array<WindowAxis, 3> axes{WindowAxis{1, 1, 1, 1, 0, 1}, WindowAxis{1, 1, 1, 1, 0, 1},
                                 WindowAxis{1, 1, 1, 1, 0, 1}};
  std::int64_t samples;
  std::int64_t channels;

  Geometry(const Windows& windows, std::int64_t samples_, std::int64_t channels_)
      : samples(samples_), channels(channels_) {
    std::ranges::copy(windows, axes.end() - static_cast<std::ptrdiff_t>(windows.size()));
  }

  std::int64_t windows() const { return axes[0].count * axes[1].count * axes[2].count; }
  std::int64_t elements() const { return axes[0].size * axes[1].size * axes[2].size; }
  std::int64_t places() const { return axes[0].places * axes[1].places * axes[2].places; }
};

struct Position {
  std::int64_t sample;
  std::array<std::int64_t, 3> at;
};
inline Position position(std::int64_t number, std::int64_t d1, std::int64_t d2, std::int64_t d3) {
  return {number / (d1 * d2 * d3), {number / (d2 * d3) % d1, number / d3 % d2, number % d3}};
}
inline Position window_number(const Geometry& g, std::int64_t number) {
  return position(number, g.axes[0].count, g.axes[1].count, g.axes[2].count);
}

// Calls visit(element, place) with offsets in the window and among the places of a sample, in
// row-major order, for each element of a window that is inside.
template <class Visit>
void for_each_element(const Geometry& g, const std::array<std::int64_t, 3>& at, Visit&& visit) {
  const auto& [depth, height, width] = g.axes;
  for (std::int64_t i = 0; i < depth.size; ++i) {
    const std::int64_t z = depth.place(at[0], i);
    if (!depth.is_inside(z)) continue;
    for (std::int64_t j = 0; j < height.size; ++j) {
      const std::int64_t y = height.place(at[1], j);
      if (!height.is_inside(y)) continue;
      for (std::int64_t k = 0; k < width.size; ++k) {
        const std::int64_t x = width.place(at[2], k);
        if (!width.is_inside(x)) continue;
        visit((i * height.size + j) * width.size + k, (z * height.places + y) * width.places + x);
      }
    }
  }
}

// The window that has this place as that element; -1 if there is none.
inline std::int64_t window_at(const WindowAxis& axis, std::int64_t place, std::int64_t element) {
  const std::int64_t start = place + axis.before - element * axis.dilation;
  if (start % axis.stride != 0 || start < 0 || start / axis.stride >= axis.count) return -1;
  return start / axis.stride;
}

// Whether the window touches no padding.
inline bool is_inside(const Geometry& g, const std::array<std::int64_t, 3>& at) {
  for (std::size_t d = 0; d < 3; ++d) {
    const WindowAxis& axis = g.axes[d];
    if (!axis.is_inside(axis.place(at[d], 0)) || !axis.is_inside(axis.place(at[d], axis.size - 1)))
      return false;
  }
  return true;
}

// Of an image with the channels last.
inline Geometry geometry_of(const Tensor& image, const Windows& windows) {
  return {windows, image.shape().front(), image.shape().back()};
}

}  // namespace kassay::optimized
