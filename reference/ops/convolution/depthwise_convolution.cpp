#include "reference/ops/convolution/depthwise_convolution.h"

#include "reference/runtime/window_operations.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

// How the 1x1 convolution goes over what the depthwise one gives.
WindowArguments pointwise_arguments(std::size_t spatial, const WindowArguments& arguments) {
  return {Integers(spatial, 1), Padding::kValid, arguments.data_format, Integers(spatial, 1)};
}

std::size_t spatial_rank(std::int64_t rank) { return static_cast<std::size_t>(rank) - 2; }

}  // namespace

TensorType depthwise_type(std::size_t spatial, const TensorType& x, const TensorType& kernel,
                          const WindowArguments& arguments, const Settings& settings) {
  const bool first = channels_first(arguments.data_format, settings);
  require_rank(x.shape, spatial + 2, "x");
  require_rank(kernel.shape, spatial + 2, "depthwise_kernel");
  const Shape image = channels_to_last(x.shape, first);
  const std::int64_t channels = kernel.shape[spatial], multiplier = kernel.shape.back();
  require_channels(image.back(), channels);
  const Windows windows = windows_of(image, kernel.shape, arguments);
  const std::int64_t results =
      channels == kUnknown || multiplier == kUnknown ? kUnknown : channels * multiplier;
  return {x.dtype,
          channels_from_last(shape_around(image.front(), counts(windows), results), first)};
}

Array depthwise(const Array& x, const Array& kernel, const WindowArguments& arguments,
                const Settings& settings) {
  const bool first = channels_first(arguments.data_format, settings);
  const Array image = channels_to_last(x, first);
  const std::int64_t channels = image.shape().back(), multiplier = kernel.shape().back();
  const Windows windows = windows_of(image.shape(), kernel.shape(), arguments);
  Array result(shape_around(image.shape().front(), counts(windows), channels * multiplier));
  for_each_index(result.shape(), [&](const Index& index) {
    const std::int64_t channel = index.back() / multiplier, number = index.back() % multiplier;
    Real sum = 0;
    for_each_inside(windows, places_of(index), [&](const Index& element, const Index& place) {
      sum += image[shape_around(index.front(), place, channel)] *
             kernel[joined(element, {channel, number})];
    });
    result[index] = sum;
  });
  return channels_from_last(result, first);
}

// Of (windows, elements, channels, 1) times (elements, channels, multiplier) the sum over elements.
Expression depthwise_expression(const Expression& x, const Expression& kernel,
                                const WindowArguments& arguments, const Settings& settings) {
  const bool first = channels_first(arguments.data_format, settings);
  const Expression image = channels_to_last(x, first);
  const std::int64_t samples = image.shape().front(), channels = image.shape().back();
  const std::int64_t multiplier = kernel.shape().back();
  const Windows windows = windows_of(image.shape(), kernel.shape(), arguments);
  const std::int64_t elements = element_count(sizes(windows));
  const Expression seen =
      reshape(seen_through(windows, image),
              {samples * element_count(counts(windows)), elements, channels, 1});
  const Expression products = seen * reshape(kernel, {elements, channels, multiplier});
  const Shape shape = shape_around(samples, counts(windows), channels * multiplier);
  return channels_from_last(reshape(sum(products, {1}, false), shape), first);
}

TensorType separable_type(std::size_t spatial, const TensorType& x, const TensorType& kernel,
                          const TensorType& pointwise, const WindowArguments& arguments,
                          const Settings& settings) {
  const TensorType between = depthwise_type(spatial, x, kernel, arguments, settings);
  require_rank(pointwise.shape, spatial + 2, "pointwise_kernel");
  for (std::size_t d = 0; d < spatial; ++d) {
    if (pointwise.shape[d] == 1 || pointwise.shape[d] == kUnknown) continue;
    throw ApiError(ErrorKind::kValue, "a pointwise kernel of shape " + to_string(pointwise.shape) +
                                          "; its windows must have one element");
  }
  return convolution_type(spatial, between, pointwise, pointwise_arguments(spatial, arguments),
                          settings);
}

Array separable(const Array& x, const Array& kernel, const Array& pointwise,
                const WindowArguments& arguments, const Settings& settings) {
  return convolve(depthwise(x, kernel, arguments, settings), pointwise,
                  pointwise_arguments(spatial_rank(x.rank()), arguments), settings);
}

Expression separable_expression(const Expression& x, const Expression& kernel,
                                const Expression& pointwise, const WindowArguments& arguments,
                                const Settings& settings) {
  return convolution_expression(depthwise_expression(x, kernel, arguments, settings), pointwise,
                                pointwise_arguments(spatial_rank(x.rank()), arguments), settings);
}

}  // namespace kassay::reference
