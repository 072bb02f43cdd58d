// Further operations that gradients consist of (reference/internal/operators.cpp): broadcasting, its reverse, and selection.
#pragma once

#include "reference/graph/unpack.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

bool sum_to(const Tensor& x, const reference::Dimensions& shape, Tensor& result);
bool broadcast_to(const Tensor& x, const reference::Dimensions& shape, Tensor& result);
bool select(const Tensor& condition, const Tensor& chosen, const Tensor& otherwise, Tensor& result);

}  // namespace kassay::optimized
