// Functions that only move elements are defined by the source of each element of the result.
#pragma once

#include <cstdint>
#include <utility>

#include "reference/arrays/array.h"

namespace kassay::reference {

// result[i] = x[source(i)]
template <class Source>
Array move_elements(const Array& x, Shape shape, Source&& source) {
  Array result(std::move(shape));
  for_each_index(result.shape(), [&](const Index& index) { result[index] = x[source(index)]; });
  return result;
}

// The same elements in row-major order. Precondition: both shapes have equally many.
inline Array in_other_shape(const Array& x, Shape shape) { return {std::move(shape), x.flat()}; }

// An index or a shape with one entry more, or less.
inline Index with_entry(Index index, std::int64_t position, std::int64_t entry) {
  index.insert(index.begin() + position, entry);
  return index;
}
inline Index without_entry(Index index, std::int64_t position) {
  index.erase(index.begin() + position);
  return index;
}

}  // namespace kassay::reference
