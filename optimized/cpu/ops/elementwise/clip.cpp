#include <algorithm>
#include <limits>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/operand.h"

namespace kassay::optimized::clip_op {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool clip_floats(const Tensor& x, double lowest, double highest, Tensor& result) {
  return unary(x, result, traceable([=](auto element) {
                 using T = decltype(element);
                 const T low = static_cast<T>(lowest), high = static_cast<T>(highest);
                 const T raised = choose(element < low, low, element);
                 return choose(raised > high, high, raised);
               }));
}

// A bound outside the dtype's range has no effect; a bound that excludes every element of the dtype is not supported.
bool clip_integers(const Tensor& x, double lowest, double highest, Tensor& result) {
  bool served = false;
  with_integral_type(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    using Limits = std::numeric_limits<T>;
    // The limits as float64. The largest int64 becomes 2^63; every smaller float64 fits int64.
    const auto least = static_cast<double>(Limits::lowest());
    const auto most = static_cast<double>(Limits::max());
    if (std::is_same_v<T, bool> || !(lowest < most) || !(highest > least)) return;
    const T low = lowest > least ? static_cast<T>(lowest) : Limits::lowest();
    const T high = highest < most ? static_cast<T>(highest) : Limits::max();
    served = true;
    unary_of_integers<T>(x, result, traceable([=](auto element) {
                           using E = decltype(element);
                           const E raised = choose(element < E(low), E(low), element);
                           return choose(raised > E(high), E(high), raised);
                         }));
  });
  return served;
}

bool compute(const Tensor& x, const Value& min_value, const Value& max_value, Tensor& result) {
  if (min_value.get_if<Tensor>() != nullptr || max_value.get_if<Tensor>() != nullptr) return false;
  const auto low = as_exact_operand(min_value, DType::kFloat64);
  const auto high = as_exact_operand(max_value, DType::kFloat64);
  if ((!low && !min_value.is_none()) || (!high && !max_value.is_none())) return false;
  const double lowest = low ? low->data<double>()[0] : -kInfinity;
  const double highest = std::max(lowest, high ? high->data<double>()[0] : kInfinity);
  return is_floating(x.dtype()) ? clip_floats(x, lowest, highest, result)
                                : clip_integers(x, lowest, highest, result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::clip_op
