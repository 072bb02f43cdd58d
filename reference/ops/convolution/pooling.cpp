#include "reference/ops/convolution/pooling.h"

#include <numeric>

#include "reference/internal/window_operations.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

struct Pool {
  Real largest = 0;
  Real sum = 0;
  std::int64_t elements = 0;

  void add(Real x) {
    if (elements == 0 || exceeds(x, largest)) largest = x;
    sum += x;
    ++elements;
  }
  Real value(PoolMode mode) const {
    return mode == PoolMode::kMax ? largest : sum / static_cast<Real>(elements);
  }
};

}  // namespace

void unpack(const Value& value, const Place& argument, PoolMode& result) {
  std::string name;
  unpack(value, argument, name);
  if (name != "max" && name != "avg")
    throw mismatch(ErrorKind::kValue, argument, "'max' or 'avg'", name);
  result = name == "max" ? PoolMode::kMax : PoolMode::kAverage;
}

TensorType pooled_type(std::size_t spatial, const TensorType& x, const Integers& pool_size,
                       const WindowArguments& arguments) {
  const bool first = arguments.channels_first;
  require_rank(x.shape, spatial + 2, "x");
  require_positive(pool_size, spatial, "pool_size");
  const Shape image = channels_to_last(x.shape, first);
  const Windows windows = windows_of(image, pool_size, arguments);
  const Shape result = shape_around(image.front(), counts(windows), image.back());
  return {x.dtype, channels_from_last(result, first)};
}

Array pooled(const Array& x, const Integers& pool_size, const WindowArguments& arguments,
             PoolMode mode) {
  const bool first = arguments.channels_first;
  const Array image = channels_to_last(x, first);
  const Windows windows = windows_of(image.shape(), pool_size, arguments);
  Array result(shape_around(image.shape().front(), counts(windows), image.shape().back()));
  for_each_index(result.shape(), [&](const Index& index) {
    Pool pool;
    for_each_inside(windows, places_of(index), [&](const Index&, const Index& place) {
      pool.add(image[shape_around(index.front(), place, index.back())]);
    });
    result[index] = pool.value(mode);
  });
  return channels_from_last(result, first);
}

Expression pooled_expression(const Expression& x, const Integers& pool_size,
                             const WindowArguments& arguments, PoolMode mode) {
  const bool first = arguments.channels_first;
  const Expression image = channels_to_last(x, first);
  const Windows windows = windows_of(image.shape(), pool_size, arguments);
  Integers of_window(pool_size.size());
  std::iota(of_window.begin(), of_window.end(), 1 + static_cast<std::int64_t>(windows.size()));
  const Expression seen = seen_through(windows, image);
  if (mode == PoolMode::kAverage) {
    const Expression inside = seen_through(windows, filled_like(image, 1));
    return channels_from_last(sum(seen, of_window, false) / sum(inside, of_window, false), first);
  }
  const Expression largest = select(first_maximum(windows, image), seen, filled_like(seen, 0));
  return channels_from_last(sum(largest, of_window, false), first);
}

}  // namespace kassay::reference
