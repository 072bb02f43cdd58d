// Operations that are no functions of the API: the operators of tensors, and what gradients are
// made of beside the API.
//
//   operator.add, .sub, .mul, .truediv (x, y)   with broadcasting; one of them may be a number
//   operator.neg (x)
//   internal.sum_to (x, shape)                  sums what broadcasting from `shape` stretched
//   internal.broadcast_to (x, shape)
//   internal.stop_gradient (x)
//   internal.select (condition, chosen, otherwise)
//   internal.ctc_gradient (arguments of ctc_batch_cost)     see ops/ctc/alignment.h
//   internal.contract (x, y, x_axis, y_axis)    the product of two matrices, see
//                                               ops/linear_algebra/contraction.h
//   internal.scan (scan, sequences, states, captured)       see scan.h
//   internal.correlate..., internal.depthwise...            see ops/convolution/correlation.h
//   internal.windows, internal.first_maximum (x, windows)   see window_operations.h
//   move_back.FUNCTION (its arguments..., g, k) see moved_back in kernel.h
#pragma once

#include <string_view>

#include "reference/runtime/kernel.h"

namespace kassay::reference {

// Null if there is no such operation.
const Signature* find_internal_signature(std::string_view name);
const Kernel* find_internal_kernel(std::string_view name);

}  // namespace kassay::reference
