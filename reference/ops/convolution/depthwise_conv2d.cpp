#include "reference/ops/convolution/depthwise_convolution.h"

namespace kassay::reference {
namespace {

TensorType infer(const TensorType& x, const TensorType& kernel, const Numbers& strides,
                 const std::string& padding, const Format& data_format, const Numbers& dilation,
                 const Settings& settings) {
  return depthwise_type(2, x, kernel, {strides, padding_named(padding), data_format, dilation},
                        settings);
}

Array compute(const Array& x, const Array& kernel, const Numbers& strides,
              const std::string& padding, const Format& data_format, const Numbers& dilation,
              const Settings& settings) {
  return depthwise(x, kernel, {strides, padding_named(padding), data_format, dilation}, settings);
}

Expression expression(const Expression& x, const Expression& kernel, const Numbers& strides,
                      const std::string& padding, const Format& data_format,
                      const Numbers& dilation, const Settings& settings) {
  return depthwise_expression(x, kernel, {strides, padding_named(padding), data_format, dilation},
                              settings);
}

}  // namespace

namespace kernels {
// CLAUSES
Kernel depthwise_conv2d_kernel() { return define_composite(infer, compute, expression); }
}  // namespace kernels
}  // namespace kassay::reference
