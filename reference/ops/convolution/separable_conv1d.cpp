#include "reference/ops/convolution/depthwise_convolution.h"

namespace kassay::reference {
namespace {

WindowArguments arguments(std::int64_t strides, const std::string& padding,
                          const Format& data_format, std::int64_t dilation) {
  return {{strides}, padding_named(padding), data_format, {dilation}};
}

TensorType infer(const TensorType& x, const TensorType& kernel, const TensorType& pointwise,
                 std::int64_t strides, const std::string& padding, const Format& data_format,
                 std::int64_t dilation, const Settings& settings) {
  return separable_type(1, x, kernel, pointwise, arguments(strides, padding, data_format, dilation),
                        settings);
}

Array compute(const Array& x, const Array& kernel, const Array& pointwise, std::int64_t strides,
              const std::string& padding, const Format& data_format, std::int64_t dilation,
              const Settings& settings) {
  return separable(x, kernel, pointwise, arguments(strides, padding, data_format, dilation),
                   settings);
}

Expression expression(const Expression& x, const Expression& kernel, const Expression& pointwise,
                      std::int64_t strides, const std::string& padding, const Format& data_format,
                      std::int64_t dilation, const Settings& settings) {
  return separable_expression(x, kernel, pointwise,
                              arguments(strides, padding, data_format, dilation), settings);
}

}  // namespace

namespace kernels {
// CLAUSES
Kernel separable_conv1d_kernel() { return define_composite(infer, compute, expression); }
}  // namespace kernels
}  // namespace kassay::reference
