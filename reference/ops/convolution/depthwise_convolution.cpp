#include "reference/ops/convolution/depthwise_convolution.h"

#include "reference/internal/correlation.h"
#include "reference/internal/window_operations.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

// The windows of the 1x1 convolution over the depthwise result.
WindowArguments pointwise_arguments(std::size_t spatial, const WindowArguments& arguments) {
  return {Integers(spatial, 1), Padding::kValid, arguments.channels_first, Integers(spatial, 1)};
}

// (..., channels, multiplier) with all filters in one dimension.
Shape with_joined_filters(Shape shape) {
  const std::int64_t multiplier = shape.back();
  shape.pop_back();
  shape.back() *= multiplier;
  return shape;
}

std::size_t spatial_rank(std::int64_t rank) { return static_cast<std::size_t>(rank) - 2; }

Array with_joined_filters(const Array& sums) {
  return Array(with_joined_filters(sums.shape()), sums.flat());
}
Expression with_joined_filters(const Expression& sums) {
  return reshape(sums, with_joined_filters(sums.shape()));
}

}  // namespace

TensorType depthwise_type(std::size_t spatial, const TensorType& x, const TensorType& kernel,
                          const WindowArguments& arguments) {
  require_rank(x.shape, spatial + 2, "x");
  require_rank(kernel.shape, spatial + 2, "depthwise_kernel");
  const Shape image = channels_to_last(x.shape, arguments.channels_first);
  const std::int64_t channels = kernel.shape[spatial], multiplier = kernel.shape.back();
  require_channels(image.back(), channels);
  const Windows windows = windows_of(image, kernel.shape, arguments);
  const std::int64_t results =
      channels == kUnknown || multiplier == kUnknown ? kUnknown : channels * multiplier;
  return {x.dtype, channels_from_last(shape_around(image.front(), counts(windows), results),
                                      arguments.channels_first)};
}

template <class T>
T depthwise(const T& x, const T& kernel, const WindowArguments& arguments) {
  const T image = channels_to_last(x, arguments.channels_first);
  const Windows windows = windows_of(image.shape(), kernel.shape(), arguments);
  const T sums = correlate(image, kernel, windows, Filters::kOfEachChannel);
  return channels_from_last(with_joined_filters(sums), arguments.channels_first);
}
template Array depthwise(const Array&, const Array&, const WindowArguments&);
template Expression depthwise(const Expression&, const Expression&, const WindowArguments&);

TensorType separable_type(std::size_t spatial, const TensorType& x, const TensorType& kernel,
                          const TensorType& pointwise, const WindowArguments& arguments) {
  if (arguments.padding == Padding::kCausal) padding_named("causal");  // throws
  const TensorType between = depthwise_type(spatial, x, kernel, arguments);
  require_rank(pointwise.shape, spatial + 2, "pointwise_kernel");
  for (std::size_t d = 0; d < spatial; ++d) {
    if (pointwise.shape[d] == 1 || pointwise.shape[d] == kUnknown) continue;
    throw ApiError(ErrorKind::kValue, "a pointwise kernel of shape " + to_string(pointwise.shape) +
                                          "; its windows must have one element");
  }
  return convolution_type(spatial, between, pointwise, pointwise_arguments(spatial, arguments));
}

template <class T>
T separable(const T& x, const T& kernel, const T& pointwise, const WindowArguments& arguments) {
  return convolve(depthwise(x, kernel, arguments), pointwise,
                  pointwise_arguments(spatial_rank(x.rank()), arguments));
}
template Array separable(const Array&, const Array&, const Array&, const WindowArguments&);
template Expression separable(const Expression&, const Expression&, const Expression&,
                              const WindowArguments&);

}  // namespace kassay::reference
