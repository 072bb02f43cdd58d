#include "reference/ops/convolution/depthwise_convolution.h"

namespace kassay::reference::separable_conv2d_op {
namespace {

WindowArguments arguments(const Integers& strides, const std::string& padding,
                          const Format& data_format, const Integers& dilation) {
  return {strides, padding_named(padding), data_format, dilation};
}

TensorType infer(const TensorType& x, const TensorType& kernel, const TensorType& pointwise,
                 const Integers& strides, const std::string& padding, const Format& data_format,
                 const Integers& dilation, const Settings& settings) {
  return separable_type(2, x, kernel, pointwise, arguments(strides, padding, data_format, dilation),
                        settings);
}

Array compute(const Array& x, const Array& kernel, const Array& pointwise, const Integers& strides,
              const std::string& padding, const Format& data_format, const Integers& dilation,
              const Settings& settings) {
  return separable(x, kernel, pointwise, arguments(strides, padding, data_format, dilation),
                   settings);
}

Expression expression(const Expression& x, const Expression& kernel, const Expression& pointwise,
                      const Integers& strides, const std::string& padding,
                      const Format& data_format, const Integers& dilation,
                      const Settings& settings) {
  return separable_expression(x, kernel, pointwise,
                              arguments(strides, padding, data_format, dilation), settings);
}

}  // namespace

// separable_conv2d.stages, separable_conv2d.depthwise, separable_conv2d.channel-order,
// separable_conv2d.pointwise, separable_conv2d.strides-once, separable_conv2d.correlation,
// separable_conv2d.kernel-layout, separable_conv2d.valid, separable_conv2d.default-padding,
// separable_conv2d.same, separable_conv2d.same-halves, separable_conv2d.large-kernel,
// separable_conv2d.strides, separable_conv2d.unequal-strides, separable_conv2d.dilation,
// separable_conv2d.strides-with-dilation, separable_conv2d.channels-last,
// separable_conv2d.channels-first, separable_conv2d.default-format,
// separable_conv2d.configured-format, separable_conv2d.empty, separable_conv2d.nan,
// separable_conv2d.precision, separable_conv2d.format-unknown, separable_conv2d.format-case,
// separable_conv2d.padding-unknown, separable_conv2d.channels-differ,
// separable_conv2d.pointwise-shape, separable_conv2d.rank, separable_conv2d.numbers
Kernel kernel() { return define_composite(infer, compute, expression); }

}  // namespace kassay::reference::separable_conv2d_op
