#include <algorithm>

#include "optimized/cpu/integers.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/parallel.h"

namespace kassay::optimized::one_hot_op {
namespace {

// Bound by memory: each row is filled with zeros, and its one is written while the row is in the cache.
bool compute(const Tensor& indices, std::int64_t num_classes, Tensor& result) {
  if (is_floating(indices.dtype())) return false;
  const Tensor numbers = as_integers(indices);
  const std::int64_t* const classes = numbers.data<std::int64_t>().data();
  float* const to = result.mutable_data<float>().data();
  const std::int64_t block =
      std::max<std::int64_t>(1, kBlock / std::max<std::int64_t>(1, num_classes));
  parallel_blocks(numbers.size(), block, num_classes, [&](std::int64_t begin, std::int64_t end) {
    std::fill(to + begin * num_classes, to + end * num_classes, 0.0F);
    for (std::int64_t i = begin; i < end; ++i) {
      if (classes[i] >= 0 && classes[i] < num_classes) to[i * num_classes + classes[i]] = 1;
    }
  });
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::one_hot_op
