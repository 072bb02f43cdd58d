// Windows in graphs: what the gradients of pooling and local layers are written in.
//
//   internal.windows (x, windows)        (samples, places..., channels) to (samples, counts...,
//                                        sizes..., channels), 0 in the padding
//   internal.first_maximum (x, windows)  the same shape: 1 where the first of the largest elements
//                                        of a window and channel is (NaN is larger than all), else 0
//
// `windows` has a list for each spatial dimension, the members of a WindowAxis.
#pragma once

#include "reference/arrays/windows.h"
#include "reference/graph/kernel.h"

namespace kassay::reference {

// As a kernel parameter: `Windows`.
void unpack(const Value& value, const Place& argument, WindowAxis& result);
List to_lists(const Windows& windows);

Kernel windows_kernel();
Kernel first_maximum_kernel();

// The elements of x in each window; the channels of x are last.
Expression seen_through(const Windows& windows, const Expression& x);
Expression first_maximum(const Windows& windows, const Expression& x);

Expression permuted(const Expression& x, const std::vector<std::int64_t>& order);
Expression channels_to_last(const Expression& x, bool first);
Expression channels_from_last(const Expression& x, bool first);

}  // namespace kassay::reference
