#include "optimized/cpu/concatenation.h"
#include "optimized/cpu/movement.h"
#include "reference/arrays/axes.h"

namespace kassay::optimized::stack_op {
namespace {

bool compute(const std::vector<Tensor>& x, std::int64_t axis, Tensor& result) {
  concatenate(x, reference::normalize_axis(axis, result.rank()), result);
  return true;
}

bool compute_back(const std::vector<Tensor>& /*x*/, std::int64_t axis, const Tensor& g,
                  std::int64_t target, Tensor& result) {
  Shape part = g.shape();
  Integers begin(part.size(), 0);
  const auto at = static_cast<std::size_t>(reference::normalize_axis(axis, g.rank()));
  part[at] = 1;
  begin[at] = target;
  return move(g, path_from_part(part, g.shape(), begin), result);
}

}  // namespace

Kernel kernel() { return with_back(define(compute), define_move(compute_back)); }

}  // namespace kassay::optimized::stack_op
