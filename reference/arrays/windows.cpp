#include "reference/arrays/windows.h"

#include <algorithm>

#include "reference/arrays/argument.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

WindowAxis with_count(WindowAxis axis, Padding padding) {
  if (axis.places == kUnknown || axis.size == kUnknown) {
    axis.count = axis.before = kUnknown;
    return axis;
  }
  if (padding == Padding::kValid) {
    axis.count = axis.places < axis.extent() ? 0 : (axis.places - axis.extent()) / axis.stride + 1;
    return axis;
  }
  axis.count = (axis.places + axis.stride - 1) / axis.stride;
  const std::int64_t missing = (axis.count - 1) * axis.stride + axis.extent() - axis.places;
  axis.before =
      padding == Padding::kCausal ? axis.extent() - 1 : std::max<std::int64_t>(missing, 0) / 2;
  return axis;
}

// Dimension d of the result is dimension order[d] of x.
Array permuted(const Array& x, const std::vector<std::size_t>& order) {
  Shape shape;
  for (const std::size_t d : order) shape.push_back(x.shape()[d]);
  Array result(shape);
  Index from(order.size());
  for_each_index(shape, [&](const Index& index) {
    for (std::size_t d = 0; d < order.size(); ++d) from[order[d]] = index[d];
    result[index] = x[from];
  });
  return result;
}

}  // namespace

Padding padding_named(const std::string& name, bool allow_causal) {
  if (name == "valid") return Padding::kValid;
  if (name == "same") return Padding::kSame;
  if (name == "causal" && allow_causal) return Padding::kCausal;
  throw mismatch(ErrorKind::kValue, "padding",
                 allow_causal ? "'valid', 'same' or 'causal'" : "'valid' or 'same'", name);
}

void require_positive(const Integers& numbers, std::size_t expected, const std::string& argument) {
  if (numbers.size() != expected) {
    throw ApiError(ErrorKind::kValue, mismatch_text(argument, std::to_string(expected) + " numbers",
                                                    std::to_string(numbers.size())));
  }
  for (const std::int64_t number : numbers) {
    if (number >= 1) continue;
    throw mismatch(ErrorKind::kValue, argument, "numbers above 0", number);
  }
}

Windows windows_over(const Shape& places, const Shape& sizes, const Integers& strides,
                     const Integers& dilation, Padding padding) {
  require_positive(strides, places.size(), "strides");
  require_positive(dilation, places.size(), "dilation_rate");
  Windows windows;
  for (std::size_t d = 0; d < places.size(); ++d) {
    if (sizes[d] == 0) throw ApiError(ErrorKind::kValue, "a window of size 0");
    windows.push_back(with_count({places[d], sizes[d], strides[d], dilation[d], 0, 0}, padding));
  }
  return windows;
}

namespace {

Shape of_each(const Windows& windows, std::int64_t WindowAxis::*member) {
  Shape shape;
  for (const WindowAxis& axis : windows) shape.push_back(axis.*member);
  return shape;
}

}  // namespace

Shape places(const Windows& windows) { return of_each(windows, &WindowAxis::places); }
Shape counts(const Windows& windows) { return of_each(windows, &WindowAxis::count); }
Shape sizes(const Windows& windows) { return of_each(windows, &WindowAxis::size); }

Shape channels_to_last(const Shape& shape, bool first) {
  Shape moved = shape;
  if (first) std::rotate(moved.begin() + 1, moved.begin() + 2, moved.end());
  return moved;
}

Shape channels_from_last(const Shape& shape, bool first) {
  Shape moved = shape;
  if (first) std::rotate(moved.begin() + 1, moved.end() - 1, moved.end());
  return moved;
}

Array channels_to_last(const Array& x, bool first) {
  if (!first) return x;
  std::vector<std::size_t> order{0};
  for (std::size_t d = 2; d < x.shape().size(); ++d) order.push_back(d);
  order.push_back(1);
  return permuted(x, order);
}

Array channels_from_last(const Array& x, bool first) {
  if (!first) return x;
  std::vector<std::size_t> order{0, x.shape().size() - 1};
  for (std::size_t d = 1; d + 1 < x.shape().size(); ++d) order.push_back(d);
  return permuted(x, order);
}

Shape shape_around(std::int64_t first, const Shape& middle, std::int64_t last) {
  Shape shape{first};
  shape.insert(shape.end(), middle.begin(), middle.end());
  shape.push_back(last);
  return shape;
}

Shape joined(const Shape& x, const Shape& y) {
  Shape shape = x;
  shape.insert(shape.end(), y.begin(), y.end());
  return shape;
}

}  // namespace kassay::reference
