#include "reference/ops/convolution/convolution.h"

#include "reference/internal/correlation.h"
#include "reference/internal/window_operations.h"
#include "spec/lib/error.h"

namespace kassay::reference {

void require_rank(const Shape& shape, std::size_t rank, const std::string& argument) {
  if (shape.size() == rank) return;
  throw ApiError(ErrorKind::kValue,
                 mismatch_text(argument, "a tensor of rank " + std::to_string(rank),
                               "one of rank " + std::to_string(shape.size())));
}

void require_channels(std::int64_t of_x, std::int64_t of_kernel) {
  if (of_x == of_kernel || of_x == kUnknown || of_kernel == kUnknown) return;
  throw ApiError(ErrorKind::kValue, "a kernel for " + std::to_string(of_kernel) +
                                        " channels; x has " + std::to_string(of_x));
}

Windows windows_of(const Shape& x, const Shape& kernel, const WindowArguments& arguments) {
  const Shape places = places_of(x);
  const Shape sizes(kernel.begin(), kernel.begin() + static_cast<std::ptrdiff_t>(places.size()));
  return windows_over(places, sizes, arguments.strides, arguments.dilation, arguments.padding);
}

TensorType convolution_type(std::size_t spatial, const TensorType& x, const TensorType& kernel,
                            const WindowArguments& arguments, const Settings& settings) {
  const bool first = channels_first(arguments.data_format, settings);
  require_rank(x.shape, spatial + 2, "x");
  require_rank(kernel.shape, spatial + 2, "kernel");
  const Shape image = channels_to_last(x.shape, first);
  require_channels(image.back(), kernel.shape[spatial]);
  const Windows windows = windows_of(image, kernel.shape, arguments);
  const Shape result = shape_around(image.front(), counts(windows), kernel.shape.back());
  return {x.dtype, channels_from_last(result, first)};
}

Array convolve(const Array& x, const Array& kernel, const WindowArguments& arguments,
               const Settings& settings) {
  const bool first = channels_first(arguments.data_format, settings);
  const Array image = channels_to_last(x, first);
  const Windows windows = windows_of(image.shape(), kernel.shape(), arguments);
  return channels_from_last(correlate(image, kernel, windows, Filters::kOfAllChannels), first);
}

Expression convolution_expression(const Expression& x, const Expression& kernel,
                                  const WindowArguments& arguments, const Settings& settings) {
  const bool first = channels_first(arguments.data_format, settings);
  const Expression image = channels_to_last(x, first);
  const Windows windows = windows_of(image.shape(), kernel.shape(), arguments);
  return channels_from_last(correlate(image, kernel, windows, Filters::kOfAllChannels), first);
}

}  // namespace kassay::reference
