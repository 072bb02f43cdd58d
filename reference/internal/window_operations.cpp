#include "reference/internal/window_operations.h"

#include <numeric>

namespace kassay::reference {
namespace {

// samples, counts..., sizes..., channels
Shape seen_shape(const Shape& x, const Windows& windows) {
  return shape_around(x.front(), joined(counts(windows), sizes(windows)), x.back());
}

TensorType infer_seen(const TensorType& x, const Windows& windows) {
  return {x.dtype, seen_shape(x.shape, windows)};
}

// Calls visit(sample, at, channel) for each window.
template <class Visit>
void for_each_window(const Shape& x, const Windows& windows, Visit&& visit) {
  for (std::int64_t sample = 0; sample < x.front(); ++sample) {
    for_each_index(counts(windows), [&](const Index& at) {
      for (std::int64_t channel = 0; channel < x.back(); ++channel) visit(sample, at, channel);
    });
  }
}

Array elements_seen(const Array& x, const Windows& windows) {
  Array result(seen_shape(x.shape(), windows));
  for_each_window(x.shape(), windows, [&](std::int64_t sample, const Index& at, std::int64_t c) {
    for_each_inside(windows, at, [&](const Index& element, const Index& place) {
      result[shape_around(sample, joined(at, element), c)] = x[shape_around(sample, place, c)];
    });
  });
  return result;
}

Array first_maxima(const Array& x, const Windows& windows) {
  Array result(seen_shape(x.shape(), windows));
  for_each_window(x.shape(), windows, [&](std::int64_t sample, const Index& at, std::int64_t c) {
    Index first;
    Real largest = 0;
    for_each_inside(windows, at, [&](const Index& element, const Index& place) {
      const Real found = x[shape_around(sample, place, c)];
      if (!first.empty() && !exceeds(found, largest)) return;
      first = element;
      largest = found;
    });
    if (!first.empty()) result[shape_around(sample, joined(at, first), c)] = 1;
  });
  return result;
}

}  // namespace

void unpack(const Value& value, const Place& argument, WindowAxis& result) {
  Integers members;
  unpack(value, argument, members);
  result = {members[0], members[1], members[2], members[3], members[4], members[5]};
}

List to_lists(const Windows& windows) {
  List lists;
  for (const WindowAxis& axis : windows) {
    lists.emplace_back(
        List{axis.places, axis.size, axis.stride, axis.dilation, axis.before, axis.count});
  }
  return lists;
}

Kernel windows_kernel() { return define_moving(infer_seen, elements_seen); }
Kernel first_maximum_kernel() { return define(infer_seen, first_maxima); }

Expression seen_through(const Windows& windows, const Expression& x) {
  return apply("internal.windows", x, to_lists(windows));
}

Expression first_maximum(const Windows& windows, const Expression& x) {
  return apply("internal.first_maximum", x, to_lists(windows));
}

Expression permuted(const Expression& x, const Integers& order) {
  return apply("permute_dimensions", x, list_of(order));
}

Expression channels_to_last(const Expression& x, bool first) {
  if (!first) return x;
  Integers order(x.shape().size());
  std::iota(order.begin(), order.end(), 0);
  return permuted(x, channels_to_last(order, true));
}

Expression channels_from_last(const Expression& x, bool first) {
  if (!first) return x;
  Integers order(x.shape().size());
  std::iota(order.begin(), order.end(), 0);
  return permuted(x, channels_from_last(order, true));
}

}  // namespace kassay::reference
