#include <algorithm>

#include "optimized/cpu/movement.h"

namespace kassay::optimized::transpose_op {
namespace {

Path path(const Shape& x) {
  Integers strides = strides_of(x);
  std::ranges::reverse(strides);
  return path_to_all({x.rbegin(), x.rend()}, strides);
}

}  // namespace

Kernel kernel() { return define_path<path>(); }

}  // namespace kassay::optimized::transpose_op
