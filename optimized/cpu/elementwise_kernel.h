// Kernels that are one operation (elementwise.h), given as a lambda without captures.
#pragma once

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/operand.h"

namespace kassay::optimized {
namespace detail {

template <class Operation>
struct Unary {
  static bool of_floats(const Tensor& x, Tensor& result) {
    return unary(x, result, traceable(Operation{}));
  }
  static bool of_any(const Tensor& x, Tensor& result) {
    return unary_of_any(x, result, traceable(Operation{}));
  }
};

template <Neighbour kNeighbour, class Operation>
struct Comparison {
  static bool compute(const Tensor& x, const Value& y, Tensor& result) {
    const auto other = as_compared(y, x.dtype(), kNeighbour);
    return other && comparison(x, *other, result, traceable(Operation{}));
  }
};

}  // namespace detail

template <class Operation>
Kernel define_unary(Operation) {
  return define(detail::Unary<Operation>::of_floats);
}
// Of any dtype.
template <class Operation>
Kernel define_unary_of_any(Operation) {
  return define(detail::Unary<Operation>::of_any);
}
// Of any dtype; the second operand may be a number, in whose place the neighbour is compared.
template <Neighbour kNeighbour, class Operation>
Kernel define_comparison(Operation) {
  return define(detail::Comparison<kNeighbour, Operation>::compute);
}

}  // namespace kassay::optimized
