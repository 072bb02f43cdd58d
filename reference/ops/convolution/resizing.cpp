#include "reference/ops/convolution/resizing.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "reference/internal/window_operations.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

// The dimension that the first factor applies to.
std::size_t first_spatial(const Format& data_format, const Settings& settings) {
  return channels_first(data_format, settings) ? 2 : 1;
}

// The two elements, in a dimension of that size, that a place of the result lies between, and the share of the second one.
struct Between {
  std::int64_t lower;
  std::int64_t upper;
  Real share;
};
Between source_of(std::int64_t place, std::int64_t factor, std::int64_t size) {
  const std::int64_t lower = place / factor;
  return {lower, std::min(lower + 1, size - 1),
          static_cast<Real>(place % factor) / static_cast<Real>(factor)};
}

// (places of the result, places of x): the share of each element of x in each element of the result.
Array shares(std::int64_t size, std::int64_t factor) {
  Array matrix({size * factor, size});
  for (std::int64_t place = 0; place < size * factor; ++place) {
    const Between between = source_of(place, factor, size);
    matrix[{place, between.lower}] += 1 - between.share;
    matrix[{place, between.upper}] += between.share;
  }
  return matrix;
}

Array interpolated_along(const Array& x, std::size_t dimension, std::int64_t factor) {
  Shape shape = x.shape();
  shape[dimension] *= factor;
  Array result(shape);
  for_each_index(shape, [&](const Index& index) {
    const Between between = source_of(index[dimension], factor, x.shape()[dimension]);
    Index lower = index, upper = index;
    lower[dimension] = between.lower;
    upper[dimension] = between.upper;
    result[index] = x[lower] + (x[upper] - x[lower]) * between.share;
  });
  return result;
}

// Multiplies each line along the dimension by a matrix.
Expression along(const Expression& matrix, const Expression& x, std::size_t dimension) {
  Integers order(x.shape().size());
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[dimension], order.back());
  return permuted(apply("dot", permuted(x, order), apply("transpose", matrix)), order);
}

}  // namespace

TensorType resized_type(const TensorType& x, const Integers& factors, const Format& data_format,
                        const Settings& settings) {
  const std::size_t spatial = first_spatial(data_format, settings);
  if (x.shape.size() != factors.size() + 2) {
    throw ApiError(ErrorKind::kValue,
                   mismatch_text("x", "a tensor of rank " + std::to_string(factors.size() + 2),
                                 "one of rank " + std::to_string(x.rank())));
  }
  const std::array names{"depth_factor", "height_factor",
                         "width_factor"};  // the last ones are those of x
  for (std::size_t d = 0; d < factors.size(); ++d)
    require_positive({factors[d]}, 1, names[names.size() - factors.size() + d]);
  Shape shape = x.shape;
  for (std::size_t d = 0; d < factors.size(); ++d) {
    if (shape[spatial + d] != kUnknown) shape[spatial + d] *= factors[d];
  }
  return {x.dtype, shape};
}

Array repeated(const Array& x, const Integers& factors, const Format& data_format,
               const Settings& settings) {
  const std::size_t spatial = first_spatial(data_format, settings);
  Shape shape = x.shape();
  for (std::size_t d = 0; d < factors.size(); ++d) shape[spatial + d] *= factors[d];
  Array result(shape);
  for_each_index(shape, [&](const Index& index) {
    Index from = index;
    for (std::size_t d = 0; d < factors.size(); ++d) from[spatial + d] /= factors[d];
    result[index] = x[from];
  });
  return result;
}

Expression repeated(const Expression& x, const Integers& factors, const Format& data_format,
                    const Settings& settings) {
  const std::size_t spatial = first_spatial(data_format, settings);
  Expression result = x;
  for (std::size_t d = 0; d < factors.size(); ++d) {
    result = apply("repeat_elements", result, factors[d], static_cast<std::int64_t>(spatial + d));
  }
  return result;
}

Array interpolated(const Array& x, const Integers& factors, const Format& data_format,
                   const Settings& settings) {
  const std::size_t spatial = first_spatial(data_format, settings);
  Array result = x;
  for (std::size_t d = 0; d < factors.size(); ++d) {
    result = interpolated_along(result, spatial + d, factors[d]);
  }
  return result;
}

Expression interpolated(const Expression& x, const Integers& factors, const Format& data_format,
                        const Settings& settings) {
  const std::size_t spatial = first_spatial(data_format, settings);
  Expression result = x;
  for (std::size_t d = 0; d < factors.size(); ++d) {
    const Expression matrix = constant(x, shares(x.shape()[spatial + d], factors[d]));
    result = along(matrix, result, spatial + d);
  }
  return result;
}

}  // namespace kassay::reference
