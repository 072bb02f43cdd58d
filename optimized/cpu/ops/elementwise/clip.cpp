#include <algorithm>
#include <limits>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/operand.h"

namespace kassay::optimized::clip_op {
namespace {

bool compute(const Tensor& x, const Value& min_value, const Value& max_value, Tensor& result) {
  const auto low = as_operand(min_value, DType::kFloat64);
  const auto high = as_operand(max_value, DType::kFloat64);
  if (min_value.get_if<Tensor>() != nullptr || max_value.get_if<Tensor>() != nullptr) return false;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double lowest = low ? low->data<double>()[0] : -kInfinity;
  const double highest = std::max(lowest, high ? high->data<double>()[0] : kInfinity);
  return unary(x, result, [=](auto element) {
    using T = decltype(element);
    const T raised = element < static_cast<T>(lowest) ? static_cast<T>(lowest) : element;
    return raised > static_cast<T>(highest) ? static_cast<T>(highest) : raised;
  });
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::clip_op
