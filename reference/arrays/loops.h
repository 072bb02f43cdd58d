// The loops of the kernels: over elements, over broadcast operands, over the slices of a reduction.
#pragma once

#include <utility>
#include <vector>

#include "reference/arrays/array.h"
#include "reference/arrays/axes.h"

namespace kassay::reference {

// result[i] = f(x[i])
template <class F>
Array map(const Array& x, F&& f) {
  Array result(x.shape());
  for (std::size_t i = 0; i < x.flat().size(); ++i) result.flat()[i] = f(x.flat()[i]);
  return result;
}

// result[i] = f(x[i], y[i]) after broadcasting
template <class F>
Array map(const Array& x, const Array& y, F&& f) {
  Array result(broadcast_shapes(x.shape(), y.shape()));
  for_each_index(result.shape(), [&](const Index& i) {
    result[i] = f(broadcast_element(x, i), broadcast_element(y, i));
  });
  return result;
}

// result[i] = f(the elements of x that a reduction along `axes` combines into result i, in row-major order). `axes` are normalised.
template <class F>
Array reduce(const Array& x, const std::vector<std::int64_t>& axes, bool keepdims, F&& f) {
  Shape outer = x.shape();
  Shape inner(x.shape().size(), 1);
  for (const std::int64_t axis : axes) {
    std::swap(outer[static_cast<std::size_t>(axis)], inner[static_cast<std::size_t>(axis)]);
  }
  Array result(reduced_shape(x.shape(), axes, keepdims));
  std::size_t next = 0;
  std::vector<Real> elements;
  for_each_index(outer, [&](const Index& at) {
    elements.clear();
    for_each_index(inner, [&](const Index& step) {
      Index index = at;
      for (const std::int64_t axis : axes)
        index[static_cast<std::size_t>(axis)] = step[static_cast<std::size_t>(axis)];
      elements.push_back(x[index]);
    });
    result.flat()[next++] = f(static_cast<const std::vector<Real>&>(elements));
  });
  return result;
}

// Replaces each line along the (normalised) axis by f(line), which has the same length.
template <class F>
Array map_lines(const Array& x, std::int64_t axis, F&& f) {
  Array result(x.shape());
  Shape outer = x.shape();
  const std::int64_t length = std::exchange(outer[static_cast<std::size_t>(axis)], 1);
  for_each_index(outer, [&](const Index& at) {
    Index index = at;
    std::vector<Real> line;
    for (std::int64_t i = 0; i < length; ++i) {
      index[static_cast<std::size_t>(axis)] = i;
      line.push_back(x[index]);
    }
    line = f(static_cast<const std::vector<Real>&>(line));
    for (std::int64_t i = 0; i < length; ++i) {
      index[static_cast<std::size_t>(axis)] = i;
      result[index] = line[static_cast<std::size_t>(i)];
    }
  });
  return result;
}

}  // namespace kassay::reference
