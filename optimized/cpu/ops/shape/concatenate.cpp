#include "optimized/cpu/concatenation.h"
#include "optimized/cpu/movement.h"
#include "reference/arrays/axes.h"

namespace kassay::optimized::concatenate_op {
namespace {

bool compute(const std::vector<Tensor>& tensors, std::int64_t axis, Tensor& result) {
  concatenate(tensors, reference::normalize_axis(axis, result.rank()), result);
  return true;
}

bool compute_back(const std::vector<Tensor>& tensors, std::int64_t axis, const Tensor& g,
                  std::int64_t target, Tensor& result) {
  const auto at = static_cast<std::size_t>(reference::normalize_axis(axis, result.rank()));
  Integers begin(result.shape().size(), 0);
  for (std::int64_t i = 0; i < target; ++i)
    begin[at] += tensors[static_cast<std::size_t>(i)].shape()[at];
  return cut(g, begin, result);
}

}  // namespace

Kernel kernel() { return with_back(define(compute), define_move(compute_back)); }

}  // namespace kassay::optimized::concatenate_op
