// The operators of tensors (reference/internal/operators.cpp), of any dtype and with broadcasting. A number may stand for one operand.
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
