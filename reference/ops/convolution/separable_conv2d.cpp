#include "reference/ops/convolution/depthwise_convolution.h"

namespace kassay::reference {
namespace {

WindowArguments arguments(const Numbers& strides, const std::string& padding,
                          const Format& data_format, const Numbers& dilation) {
  return {strides, padding_named(padding), data_format, dilation};
}

TensorType infer(const TensorType& x, const TensorType& kernel, const TensorType& pointwise,
                 const Numbers& strides, const std::string& padding, const Format& data_format,
                 const Numbers& dilation, const Settings& settings) {
  return separable_type(2, x, kernel, pointwise, arguments(strides, padding, data_format, dilation),
                        settings);
}

Array compute(const Array& x, const Array& kernel, const Array& pointwise, const Numbers& strides,
              const std::string& padding, const Format& data_format, const Numbers& dilation,
              const Settings& settings) {
  return separable(x, kernel, pointwise, arguments(strides, padding, data_format, dilation),
                   settings);
}

Expression expression(const Expression& x, const Expression& kernel, const Expression& pointwise,
                      const Numbers& strides, const std::string& padding, const Format& data_format,
                      const Numbers& dilation, const Settings& settings) {
  return separable_expression(x, kernel, pointwise,
                              arguments(strides, padding, data_format, dilation), settings);
}

}  // namespace

namespace kernels {
// CLAUSES
Kernel separable_conv2d_kernel() { return define_composite(infer, compute, expression); }
}  // namespace kernels
}  // namespace kassay::reference
