#include "reference/internal/window_operations.h"
#include "reference/ops/convolution/local_convolution.h"
#include "spec/lib/error.h"

namespace kassay::reference::local_conv2d_op {
namespace {

Features features_of(bool first) {
  return first ? Features::kChannelsFirst : Features::kChannelsLast;
}

TensorType infer(const TensorType& inputs, const TensorType& kernel, const Integers& kernel_size,
                 const Integers& strides, const Dimensions& output_shape, const Format& data_format,
                 const Settings& settings) {
  const bool first = channels_first(data_format, settings);
  require_rank(inputs.shape, 4, "inputs");
  const Shape image = channels_to_last(inputs.shape, first);
  const Windows windows = local_windows(image, kernel.shape, kernel_size, strides);
  require_rank(output_shape.sizes, 2, "output_shape");
  for (std::size_t d = 0; d < windows.size(); ++d) {
    if (windows[d].count == output_shape.sizes[d] || windows[d].count == kUnknown) continue;
    throw ApiError(ErrorKind::kValue, "argument output_shape: " + to_string(output_shape.sizes) +
                                          "; there are windows of shape " +
                                          to_string(counts(windows)));
  }
  const Shape result = shape_around(image[0], output_shape.sizes, kernel.shape.back());
  return {inputs.dtype, channels_from_last(result, first)};
}

Array compute(const Array& inputs, const Array& kernel, const Integers& kernel_size,
              const Integers& strides, const Dimensions&, const Format& data_format,
              const Settings& settings) {
  const bool first = channels_first(data_format, settings);
  const Array image = channels_to_last(inputs, first);
  const Windows windows = local_windows(image.shape(), kernel.shape(), kernel_size, strides);
  return channels_from_last(local_convolution(image, kernel, windows, features_of(first)), first);
}

Expression expression(const Expression& inputs, const Expression& kernel,
                      const Integers& kernel_size, const Integers& strides, const Dimensions&,
                      const Format& data_format, const Settings& settings) {
  const bool first = channels_first(data_format, settings);
  const Expression image = channels_to_last(inputs, first);
  const Windows windows = local_windows(image.shape(), kernel.shape(), kernel_size, strides);
  return channels_from_last(local_convolution(image, kernel, windows, features_of(first)), first);
}

}  // namespace

// local_conv2d.value, local_conv2d.unshared, local_conv2d.kernel-layout, local_conv2d.windows,
// local_conv2d.features-last, local_conv2d.features-first, local_conv2d.window,
// local_conv2d.strides, local_conv2d.output-shape, local_conv2d.inside,
// local_conv2d.channels-last, local_conv2d.channels-first, local_conv2d.default-format,
// local_conv2d.configured-format, local_conv2d.empty, local_conv2d.unknown-sizes,
// local_conv2d.nan, local_conv2d.precision, local_conv2d.format-unknown,
// local_conv2d.format-case, local_conv2d.sizes, local_conv2d.rank, local_conv2d.numbers
Kernel kernel() { return define_composite(infer, compute, expression); }

}  // namespace kassay::reference::local_conv2d_op
