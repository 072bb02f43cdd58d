#include <type_traits>

#include "optimized/cpu/elementwise_kernel.h"
#include "optimized/cpu/wrapping.h"

namespace kassay::optimized::abs_op {

Kernel kernel() {
  return define_unary_of_any([](auto element) {
    if constexpr (std::is_integral_v<decltype(element)>) {
      return element < 0 ? -wrapping(element) : wrapping(element);
    } else {
      return absolute(element);
    }
  });
}

}  // namespace kassay::optimized::abs_op
