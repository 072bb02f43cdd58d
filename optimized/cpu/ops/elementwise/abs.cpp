#include <type_traits>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/wrapping.h"

namespace kassay::optimized::abs_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary_of_any(x, result, traceable([](auto element) {
                        if constexpr (std::is_integral_v<decltype(element)>) {
                          return element < 0 ? -wrapping(element) : wrapping(element);
                        } else {
                          return absolute(element);
                        }
                      }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::abs_op
