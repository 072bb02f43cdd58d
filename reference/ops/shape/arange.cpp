#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "reference/graph/kernel.h"
#include "spec/lib/error.h"
#include "spec/lib/json_value.h"

namespace kassay::reference::arange_op {
namespace {

struct Sequence {
  Real start;
  std::int64_t count;
};

// arange.single, arange.stop, arange.empty, arange.zero-step
Sequence sequence(double start, const std::optional<double>& stop, double step) {
  const Real first = stop ? start : 0;
  const Real end = stop ? *stop : start;
  const Real count = std::ceil((end - first) / step);
  // Also true for NaN: every comparison with it is false.
  if (step == 0 || !(count <= static_cast<Real>(std::numeric_limits<std::int64_t>::max()))) {
    throw ApiError(ErrorKind::kValue, "no sequence leads from " + shortest_text(stop ? start : 0) +
                                          " to " + shortest_text(stop ? *stop : start) +
                                          " by steps of " + shortest_text(step));
  }
  return {first, static_cast<std::int64_t>(std::max<Real>(0, count))};
}

// arange.dtype, arange.default-dtype, arange.whole-floats
TensorType infer(double start, const std::optional<double>& stop, double step, DType dtype) {
  return {dtype, {sequence(start, stop, step).count}};
}

// arange.value, arange.step, arange.negative-step, arange.negative-single
Array compute(double start, const std::optional<double>& stop, double step) {
  const auto [first, count] = sequence(start, stop, step);
  Array result({count});
  for (std::int64_t i = 0; i < count; ++i) {
    result[{i}] = first + static_cast<Real>(i) * static_cast<Real>(step);
  }
  return result;
}

}  // namespace

// By the signature and the pieces named below: arange.zero-start, arange.zero-start-elsewhere,
// arange.floating-dtype
Kernel kernel() { return define(infer, compute); }

}  // namespace kassay::reference::arange_op
