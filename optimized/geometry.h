// Converts the specification's description of windows to their geometry.
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

// For an image with the channels last.
inline WindowGeometry geometry_of(const Tensor& image, const Windows& windows) {
  return geometry_of(windows, image.shape().front(), image.shape().back());
}

// The dimensions without leading ones of size 1: `least` or more.
inline std::span<const WindowAxis> axes_of(const WindowGeometry& geometry, std::size_t least) {
  std::span<const WindowAxis> axes = geometry.axes;
  while (axes.size() > least && axes.front() == WindowAxis{}) axes = axes.subspan(1);
  return axes;
}

// Windows of a line: from `begin` on, up to but excluding `end`.
struct WindowRange {
  std::int64_t begin, end;
};
// The windows with that element inside the image.
inline WindowRange windows_inside(const WindowAxis& axis, std::int64_t element) {
  const std::int64_t offset = axis.place(0, element);
  const std::int64_t begin = std::max<std::int64_t>(0, (-offset + axis.stride - 1) / axis.stride);
  const std::int64_t behind = axis.places - offset;
  const std::int64_t end = behind <= 0 ? 0 : (behind + axis.stride - 1) / axis.stride;
  return {std::min(begin, axis.count), std::min(end, axis.count)};
}
// The windows with all elements inside the image; for windows that have elements.
inline WindowRange windows_inside(const WindowAxis& axis) {
  const WindowRange first = windows_inside(axis, 0), last = windows_inside(axis, axis.size - 1);
  return {std::max(first.begin, last.begin), std::min(first.end, last.end)};
}

}  // namespace kassay::optimized
