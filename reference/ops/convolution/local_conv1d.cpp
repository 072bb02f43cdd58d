#include "reference/ops/convolution/local_convolution.h"

namespace kassay::reference {
namespace {

// Checked, and without effect.
TensorType infer(const TensorType& inputs, const TensorType& kernel, const Numbers& kernel_size,
                 const Numbers& strides, const Format& data_format, const Settings& settings) {
  channels_first(data_format, settings);
  require_rank(inputs.shape, 3, "inputs");
  const Windows windows = local_windows(inputs.shape, kernel.shape, kernel_size, strides);
  return {inputs.dtype, shape_around(inputs.shape[0], counts(windows), kernel.shape.back())};
}

Array compute(const Array& inputs, const Array& kernel, const Numbers& kernel_size,
              const Numbers& strides, const Format&) {
  const Windows windows = local_windows(inputs.shape(), kernel.shape(), kernel_size, strides);
  return local_convolution(inputs, kernel, windows, Features::kChannelsLast);
}

Expression expression(const Expression& inputs, const Expression& kernel,
                      const Numbers& kernel_size, const Numbers& strides, const Format&) {
  const Windows windows = local_windows(inputs.shape(), kernel.shape(), kernel_size, strides);
  return local_convolution(inputs, kernel, windows, Features::kChannelsLast);
}

}  // namespace

namespace kernels {
// CLAUSES
Kernel local_conv1d_kernel() { return define_composite(infer, compute, expression); }
}  // namespace kernels
}  // namespace kassay::reference
