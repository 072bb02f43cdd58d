#include "reference/ops/convolution/transposed_convolution.h"

#include "reference/internal/correlation.h"
#include "reference/internal/window_operations.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

void require_dimension(std::int64_t given, std::int64_t expected, const std::string& what) {
  if (given == expected || given == kUnknown || expected == kUnknown) return;
  throw ApiError(ErrorKind::kValue, "argument output_shape: " + what + " is " +
                                        std::to_string(given) + "; x and the kernel require " +
                                        std::to_string(expected));
}

}  // namespace

TensorType transposed_type(std::size_t spatial, const TensorType& x, const TensorType& kernel,
                           const BatchDimensions& output_shape, const WindowArguments& arguments) {
  const bool first = arguments.channels_first;
  require_rank(x.shape, spatial + 2, "x");
  require_rank(kernel.shape, spatial + 2, "kernel");
  require_rank(output_shape.sizes, spatial + 2, "output_shape");
  const Shape image = channels_to_last(x.shape, first);
  Shape result = channels_to_last(output_shape.sizes, first);
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

template <class T>
T transposed(const T& x, const T& kernel, const BatchDimensions& output_shape,
             const WindowArguments& arguments) {
  const bool first = arguments.channels_first;
  const T image = channels_to_last(x, first);
  const Windows windows =
      windows_of(channels_to_last(output_shape.sizes, first), kernel.shape(), arguments);
  return channels_from_last(correlate_to_image(image, kernel, windows, Filters::kOfAllChannels),
                            first);
}
template Array transposed(const Array&, const Array&, const BatchDimensions&,
                          const WindowArguments&);
template Expression transposed(const Expression&, const Expression&, const BatchDimensions&,
                               const WindowArguments&);

}  // namespace kassay::reference
