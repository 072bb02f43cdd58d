// Correlation of images with kernels, and what it becomes when it is differentiated: three
// operations, each linear in two of the image x, the kernel and the result y, with the third as its
// result. They are sums over the same products, so that the gradients of each are the other two.
//
//   internal.correlate (x, kernel, windows)          to y
//   internal.correlate_to_image (y, kernel, windows)   to x: the transposed convolution
//   internal.correlate_to_kernel (x, y, windows)       to the kernel
//
// x is (samples, places..., channels), y (samples, counts..., filters) and the kernel (sizes...,
// channels, filters); `windows` has a list for each spatial dimension, the members of a WindowAxis.
// internal.depthwise, .depthwise_to_image and .depthwise_to_kernel are the same with filters of its
// own for each channel: the kernel is (sizes..., channels, multiplier), and y is (samples,
// counts..., channels, multiplier).
#pragma once

#include <string>
#include <vector>

#include "reference/arrays/windows.h"
#include "reference/graph/kernel.h"

namespace kassay::reference {

enum class Filters { kOfAllChannels, kOfEachChannel };

Array correlate(const Array& x, const Array& kernel, const Windows& windows, Filters filters);
Array correlate_to_image(const Array& y, const Array& kernel, const Windows& windows,
                         Filters filters);
Array correlate_to_kernel(const Array& x, const Array& y, const Windows& windows, Filters filters);

Expression correlate(const Expression& x, const Expression& kernel, const Windows& windows,
                     Filters filters);
Expression correlate_to_image(const Expression& y, const Expression& kernel, const Windows& windows,
                              Filters filters);

// The names and definitions of the operations, for the table of operators.
struct CorrelationKernel {
  std::string name, x, y;  // of the operation and its tensors
  Kernel kernel;
};
std::vector<CorrelationKernel> correlation_kernels();

}  // namespace kassay::reference
