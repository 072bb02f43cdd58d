// The operators of tensors (reference/internal/operators.cpp), for any dtype and with broadcasting. One operand may be a number.
#pragma once

#include "spec/lib/tensor.h"
#include "spec/lib/value.h"

namespace kassay::optimized {

bool add(const Value& x, const Value& y, Tensor& result);
bool subtract(const Value& x, const Value& y, Tensor& result);
bool multiply(const Value& x, const Value& y, Tensor& result);
bool divide(const Value& x, const Value& y, Tensor& result);
bool negate(const Tensor& x, Tensor& result);

}  // namespace kassay::optimized
