#include "reference/ops/convolution/transposed_convolution.h"

namespace kassay::reference {
namespace {

WindowArguments arguments(const Numbers& strides, const std::string& padding,
                          const Format& data_format) {
  return {strides, padding_named(padding), data_format, {1, 1, 1}};
}

TensorType infer(const TensorType& x, const TensorType& kernel, const PartialDimensions& shape,
                 const Numbers& strides, const std::string& padding, const Format& data_format,
                 const Settings& settings) {
  return transposed_type(3, x, kernel, shape.sizes, arguments(strides, padding, data_format),
                         settings);
}

Array compute(const Array& x, const Array& kernel, const PartialDimensions& shape,
              const Numbers& strides, const std::string& padding, const Format& data_format,
              const Settings& settings) {
  return transposed(x, kernel, shape.sizes, arguments(strides, padding, data_format), settings);
}

Expression expression(const Expression& x, const Expression& kernel, const PartialDimensions& shape,
                      const Numbers& strides, const std::string& padding, const Format& data_format,
                      const Settings& settings) {
  return transposed_expression(x, kernel, shape.sizes, arguments(strides, padding, data_format),
                               settings);
}

}  // namespace

namespace kernels {
// CLAUSES
Kernel conv3d_transpose_kernel() { return define_composite(infer, compute, expression); }
}  // namespace kernels
}  // namespace kassay::reference
