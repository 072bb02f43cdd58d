#include <cmath>

#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"
#include "optimized/cpu/vector_math.h"

namespace kassay::optimized::logsumexp_op {
namespace {

struct SumOfPowers {
  using Accumulator = double;
  double identity = 0;
  template <class T>
  double combine(double a, T element, double shift) const {
    return a + static_cast<double>(vexp(static_cast<T>(static_cast<double>(element) - shift)));
  }
  Sum merging() const { return {}; }
};

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  if (!is_floating(x.dtype())) return false;
  const Stages stages = stages_of(x, axis);
  const Tensor elements = computable(x);
  // Shifts by the largest element, so that nothing overflows; no shift if that element is not finite.
  Tensor largest(elements.dtype(), result.shape());
  extreme(elements, stages, true, largest);
  std::vector<double> shifts(static_cast<std::size_t>(stages.back().results())), numbers;
  with_float_type(largest.dtype(), [&](auto sample) {
    const auto candidates = largest.data<decltype(sample)>();
    std::transform(candidates.begin(), candidates.end(), shifts.begin(), [](auto candidate) {
      return std::isfinite(candidate) ? static_cast<double>(candidate) : 0;
    });
    numbers =
        reduce(elements.data<decltype(sample)>().data(), stages, shifts.data(), SumOfPowers{});
  });
#pragma omp simd
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = shifts[i] + vlog(numbers[i]);
  store(numbers, result);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::logsumexp_op
