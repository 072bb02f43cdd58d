// How the geometry of windows is made from what the specification says of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>

#include "optimized/windows.h"
#include "reference/arrays/windows.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

using reference::Windows;

// Precondition: one to three spatial dimensions.
inline WindowGeometry geometry_of(const Windows& windows, std::int64_t samples,
                                  std::int64_t channels) {
  WindowGeometry geometry{{}, samples, channels};
  std::ranges::transform(
      windows, std::end(geometry.axes) - static_cast<std::ptrdiff_t>(windows.size()),
      [](const reference::WindowAxis& w) {
        return WindowAxis{w.places, w.size, w.stride, w.dilation, w.before, w.count};
      });
  return geometry;
}

// Of an image with the channels last.
inline WindowGeometry geometry_of(const Tensor& image, const Windows& windows) {
  return geometry_of(windows, image.shape().front(), image.shape().back());
}

// The dimensions, without the first ones of no extent: `least` or more.
inline std::span<const WindowAxis> axes_of(const WindowGeometry& geometry, std::size_t least) {
  std::span<const WindowAxis> axes = geometry.axes;
  while (axes.size() > least && axes.front() == WindowAxis{}) axes = axes.subspan(1);
  return axes;
}

}  // namespace kassay::optimized
