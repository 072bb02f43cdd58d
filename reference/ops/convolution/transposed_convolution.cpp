#include "reference/ops/convolution/transposed_convolution.h"

#include <algorithm>

#include "reference/runtime/window_operations.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

void require_dimension(std::int64_t given, std::int64_t expected, const std::string& what) {
  if (given == expected || given == kUnknown || expected == kUnknown) return;
  throw ApiError(ErrorKind::kValue, "argument output_shape: " + what + " is " +
                                        std::to_string(given) + ", and x and the kernel say " +
                                        std::to_string(expected));
}

// Which window sees the place as that element; -1 where none does.
std::int64_t window_at(const WindowAxis& axis, std::int64_t place, std::int64_t element) {
  const std::int64_t start = place + axis.before - element * axis.dilation;
  if (start < 0 || start % axis.stride != 0 || start / axis.stride >= axis.count) return -1;
  return start / axis.stride;
}

// Calls visit(window, element) for each window that sees the place.
template <class Visit>
void for_each_window_at(const Windows& windows, const Index& place, Visit&& visit) {
  Index window(windows.size());
  for_each_index(sizes(windows), [&](const Index& element) {
    for (std::size_t d = 0; d < windows.size(); ++d) {
      window[d] = window_at(windows[d], place[d], element[d]);
      if (window[d] < 0) return;
    }
    visit(static_cast<const Index&>(window), element);
  });
}

Shape with_batch(Shape shape, std::int64_t samples) {
  shape.front() = samples;
  return shape;
}

}  // namespace

TensorType transposed_type(std::size_t spatial, const TensorType& x, const TensorType& kernel,
                           const Shape& output_shape, const WindowArguments& arguments,
                           const Settings& settings) {
  const bool first = channels_first(arguments.data_format, settings);
  require_rank(x.shape, spatial + 2, "x");
  require_rank(kernel.shape, spatial + 2, "kernel");
  require_rank(output_shape, spatial + 2, "output_shape");
  const Shape image = channels_to_last(x.shape, first);
  Shape result = channels_to_last(output_shape, first);
  require_channels(image.back(), kernel.shape.back());
  require_dimension(result.front(), image.front(), "the number of samples");
  require_dimension(result.back(), kernel.shape[spatial], "the number of filters");
  const Windows windows = windows_of(result, kernel.shape, arguments);
  for (std::size_t d = 0; d < spatial; ++d) {
    require_dimension(windows[d].count, image[1 + d],
                      "the number of windows over " + std::to_string(result[1 + d]) + " places");
  }
  if (result.front() == kUnknown) result.front() = image.front();
  return {x.dtype, channels_from_last(result, first)};
}

Array transposed(const Array& x, const Array& kernel, const Shape& output_shape,
                 const WindowArguments& arguments, const Settings& settings) {
  const bool first = channels_first(arguments.data_format, settings);
  const Array image = channels_to_last(x, first);
  const std::int64_t channels = image.shape().back();
  Array result(with_batch(channels_to_last(output_shape, first), image.shape().front()));
  const Windows windows = windows_of(result.shape(), kernel.shape(), arguments);
  for_each_index(result.shape(), [&](const Index& index) {
    const std::int64_t sample = index.front(), filter = index.back();
    Real sum = 0;
    for_each_window_at(windows, places_of(index), [&](const Index& window, const Index& element) {
      Index of_x = shape_around(sample, window, 0), of_kernel = joined(element, {filter, 0});
      for (std::int64_t c = 0; c < channels; ++c) {
        of_x.back() = of_kernel.back() = c;
        sum += image[of_x] * kernel[of_kernel];
      }
    });
    result[index] = sum;
  });
  return channels_from_last(result, first);
}

Expression transposed_expression(const Expression& x, const Expression& kernel,
                                 const Shape& output_shape, const WindowArguments& arguments,
                                 const Settings& settings) {
  const bool first = channels_first(arguments.data_format, settings);
  const Expression image = channels_to_last(x, first);
  const std::int64_t samples = image.shape().front(), channels = image.shape().back();
  const Shape shape = with_batch(channels_to_last(output_shape, first), samples);
  const Windows windows = windows_of(shape, kernel.shape(), arguments);
  if (std::ranges::count(shape, kUnknown) > 0) throw NotStatic{"the output shape is not known"};
  const std::int64_t rows = samples * element_count(counts(windows));
  const std::int64_t columns = element_count(sizes(windows)) * shape.back();
  const Expression products = apply("dot", reshape(image, {rows, channels}),
                                    apply("transpose", reshape(kernel, {columns, channels})));
  const Shape seen = shape_around(samples, joined(counts(windows), sizes(windows)), shape.back());
  return channels_from_last(brought_back(windows, reshape(products, seen), shape), first);
}

}  // namespace kassay::reference
