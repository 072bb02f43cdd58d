#include "reference/ops/convolution/convolution.h"

namespace kassay::reference {
namespace {

WindowArguments arguments(std::int64_t strides, const std::string& padding,
                          const Format& data_format, std::int64_t dilation) {
  return {{strides}, padding_named(padding, true), data_format, {dilation}};
}

TensorType infer(const TensorType& x, const TensorType& kernel, std::int64_t strides,
                 const std::string& padding, const Format& data_format, std::int64_t dilation,
                 const Settings& settings) {
  return convolution_type(1, x, kernel, arguments(strides, padding, data_format, dilation),
                          settings);
}

Array compute(const Array& x, const Array& kernel, std::int64_t strides, const std::string& padding,
              const Format& data_format, std::int64_t dilation, const Settings& settings) {
  return convolve(x, kernel, arguments(strides, padding, data_format, dilation), settings);
}

Expression expression(const Expression& x, const Expression& kernel, std::int64_t strides,
                      const std::string& padding, const Format& data_format, std::int64_t dilation,
                      const Settings& settings) {
  return convolution_expression(x, kernel, arguments(strides, padding, data_format, dilation),
                                settings);
}

}  // namespace

namespace kernels {
// CLAUSES
Kernel conv1d_kernel() { return define_composite(infer, compute, expression); }
}  // namespace kernels
}  // namespace kassay::reference
