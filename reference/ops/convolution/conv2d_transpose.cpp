#include "reference/ops/convolution/transposed_convolution.h"

namespace kassay::reference {
namespace {

WindowArguments arguments(const Numbers& strides, const std::string& padding,
                          const Format& data_format, const Numbers& dilation) {
  return {strides, padding_named(padding), data_format, dilation};
}

TensorType infer(const TensorType& x, const TensorType& kernel, const PartialDimensions& shape,
                 const Numbers& strides, const std::string& padding, const Format& data_format,
                 const Numbers& dilation, const Settings& settings) {
  return transposed_type(2, x, kernel, shape.sizes,
                         arguments(strides, padding, data_format, dilation), settings);
}

Array compute(const Array& x, const Array& kernel, const PartialDimensions& shape,
              const Numbers& strides, const std::string& padding, const Format& data_format,
              const Numbers& dilation, const Settings& settings) {
  return transposed(x, kernel, shape.sizes, arguments(strides, padding, data_format, dilation),
                    settings);
}

Expression expression(const Expression& x, const Expression& kernel, const PartialDimensions& shape,
                      const Numbers& strides, const std::string& padding, const Format& data_format,
                      const Numbers& dilation, const Settings& settings) {
  return transposed_expression(x, kernel, shape.sizes,
                               arguments(strides, padding, data_format, dilation), settings);
}

}  // namespace

namespace kernels {
// CLAUSES
Kernel conv2d_transpose_kernel() { return define_composite(infer, compute, expression); }
}  // namespace kernels
}  // namespace kassay::reference
