// The geometry of the windows of convolutions, pooling and local layers, along each spatial
// dimension.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "reference/arrays/array.h"

namespace kassay::reference {

// `valid`: windows lie inside. `same`: ceil(places / stride) windows, with the padding split between both ends of the dimension; if it is
// odd, the end gets one place more. `causal`: each window ends at its place.
enum class Padding { kValid, kSame, kCausal };

// Throws ApiError (value) for any other name, and for "causal" if it is not allowed.
Padding padding_named(const std::string& name, bool allow_causal = false);

// Window w of `count` covers the places w * stride - before + k * dilation, 0 <= k < size. Places outside 0 to places - 1 are padding.
// `places`, `count` and `before` may be unknown.
struct WindowAxis {
  std::int64_t places = 0;
  std::int64_t size = 1;
  std::int64_t stride = 1;
  std::int64_t dilation = 1;
  std::int64_t before = 0;
  std::int64_t count = 0;

  std::int64_t extent() const { return (size - 1) * dilation + 1; }
  std::int64_t place(std::int64_t window, std::int64_t element) const {
    return window * stride - before + element * dilation;
  }
  bool is_inside(std::int64_t place) const { return place >= 0 && place < places; }
};

// One per spatial dimension.
using Windows = std::vector<WindowAxis>;
using Integers = std::vector<std::int64_t>;

// Throws ApiError (value) unless there are `expected` numbers, each above 0.
void require_positive(const Integers& numbers, std::size_t expected, const std::string& argument);

// All lists have one number per spatial dimension. Places and sizes may be unknown. Throws ApiError
// (value) unless strides and dilation are that many positive numbers, and for a window of size 0.
Windows windows_over(const Shape& places, const Shape& sizes, const Integers& strides,
                     const Integers& dilation, Padding padding);

Shape places(const Windows& windows);
Shape counts(const Windows& windows);
Shape sizes(const Windows& windows);

// Calls visit(element, place) for each element of window `at` that is inside, in row-major order,
// with its place in the window and in the dimensions.
template <class Visit>
void for_each_inside(const Windows& windows, const Index& at, Visit&& visit) {
  Index place(windows.size());
  for_each_index(sizes(windows), [&](const Index& element) {
    for (std::size_t d = 0; d < windows.size(); ++d) {
      place[d] = windows[d].place(at[d], element[d]);
      if (!windows[d].is_inside(place[d])) return;
    }
    visit(element, static_cast<const Index&>(place));
  });
}

// Whether x replaces the largest element so far: NaN is larger than every number.
inline bool exceeds(Real x, Real largest) {
  return !std::isnan(largest) && (std::isnan(x) || x > largest);
}

// A batch of images (or volumes, or sequences) with the channels last or, `first`, as dimension 1.
Shape channels_to_last(const Shape& shape, bool first);
Shape channels_from_last(const Shape& shape, bool first);
Array channels_to_last(const Array& x, bool first);
Array channels_from_last(const Array& x, bool first);

// Of shape (samples, places..., channels): its middle dimensions.
inline Shape places_of(const Shape& shape) { return {shape.begin() + 1, shape.end() - 1}; }

// (first, middle..., last)
Shape shape_around(std::int64_t first, const Shape& middle, std::int64_t last);
// Two lists joined into one.
Shape joined(const Shape& x, const Shape& y);

}  // namespace kassay::reference
