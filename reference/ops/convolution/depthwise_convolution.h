// Convolution of each channel for itself, alone or followed by a 1x1 convolution.
#pragma once

#include <string>

#include "reference/ops/convolution/convolution.h"

namespace kassay::reference {

// The kernel is (sizes..., channels, multiplier). Channel c of x gives the channels from
// c * multiplier on of the result.
TensorType depthwise_type(std::size_t spatial, const TensorType& x, const TensorType& kernel,
                          const WindowArguments& arguments, const Settings& settings);
Array depthwise(const Array& x, const Array& kernel, const WindowArguments& arguments,
                const Settings& settings);
Expression depthwise_expression(const Expression& x, const Expression& kernel,
                                const WindowArguments& arguments, const Settings& settings);

// The pointwise kernel is (1..., channels * multiplier, filters).
TensorType separable_type(std::size_t spatial, const TensorType& x, const TensorType& kernel,
                          const TensorType& pointwise, const WindowArguments& arguments,
                          const Settings& settings);
Array separable(const Array& x, const Array& kernel, const Array& pointwise,
                const WindowArguments& arguments, const Settings& settings);
Expression separable_expression(const Expression& x, const Expression& kernel,
                                const Expression& pointwise, const WindowArguments& arguments,
                                const Settings& settings);

}  // namespace kassay::reference
