#include "reference/ops/convolution/depthwise_convolution.h"

#include "reference/internal/correlation.h"
#include "reference/internal/window_operations.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

// How the 1x1 convolution goes over what the depthwise one gives.
WindowArguments pointwise_arguments(std::size_t spatial, const WindowArguments& arguments) {
  return {Integers(spatial, 1), Padding::kValid, arguments.data_format, Integers(spatial, 1)};
}

// (..., channels, multiplier) with all filters in one dimension.
Shape with_joined_filters(Shape shape) {
  const std::int64_t multiplier = shape.back();
  shape.pop_back();
  shape.back() *= multiplier;
  return shape;
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
  const Windows windows = windows_of(image.shape(), kernel.shape(), arguments);
  const Array sums = correlate(image, kernel, windows, Filters::kOfEachChannel);
  return channels_from_last(Array(with_joined_filters(sums.shape()), sums.flat()), first);
}

Expression depthwise_expression(const Expression& x, const Expression& kernel,
                                const WindowArguments& arguments, const Settings& settings) {
  const bool first = channels_first(arguments.data_format, settings);
  const Expression image = channels_to_last(x, first);
  const Windows windows = windows_of(image.shape(), kernel.shape(), arguments);
  const Expression sums = correlate(image, kernel, windows, Filters::kOfEachChannel);
  return channels_from_last(reshape(sums, with_joined_filters(sums.shape())), first);
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
