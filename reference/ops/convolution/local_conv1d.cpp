#include "reference/ops/convolution/local_convolution.h"

namespace kassay::reference::local_conv1d_op {
namespace {

// Checked, but without effect.
TensorType infer(const TensorType& inputs, const TensorType& kernel, const Integers& kernel_size,
                 const Integers& strides, const Format& data_format, const Settings& settings) {
  channels_first(data_format, settings);
  require_rank(inputs.shape, 3, "inputs");
  const Windows windows = local_windows(inputs.shape, kernel.shape, kernel_size, strides);
  return {inputs.dtype, shape_around(inputs.shape[0], counts(windows), kernel.shape.back())};
}

Array compute(const Array& inputs, const Array& kernel, const Integers& kernel_size,
              const Integers& strides, const Format&) {
  const Windows windows = local_windows(inputs.shape(), kernel.shape(), kernel_size, strides);
  return local_convolution(inputs, kernel, windows, Features::kChannelsLast);
}

Expression expression(const Expression& inputs, const Expression& kernel,
                      const Integers& kernel_size, const Integers& strides, const Format&) {
  const Windows windows = local_windows(inputs.shape(), kernel.shape(), kernel_size, strides);
  return local_convolution(inputs, kernel, windows, Features::kChannelsLast);
}

}  // namespace

// local_conv1d.value, local_conv1d.unshared, local_conv1d.layout, local_conv1d.kernel-layout,
// local_conv1d.features, local_conv1d.window, local_conv1d.strides, local_conv1d.inside,
// local_conv1d.format, local_conv1d.default-format, local_conv1d.configured-format,
// local_conv1d.empty, local_conv1d.unknown-sizes, local_conv1d.nan, local_conv1d.precision,
// local_conv1d.format-unknown, local_conv1d.format-case, local_conv1d.sizes, local_conv1d.rank,
// local_conv1d.numbers
Kernel kernel() { return define_composite(infer, compute, expression); }

}  // namespace kassay::reference::local_conv1d_op
