#include <algorithm>
#include <cmath>

#include "reference/arrays/loops.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::softmax_op {
namespace {

// softmax.axis-range
TensorType infer(const TensorType& x, std::int64_t axis) {
  normalize_axis(axis, x.rank());
  return x;
}

// softmax.value, softmax.axis, softmax.last-axis
Array compute(const Array& x, std::int64_t axis) {
  return map_lines(x, normalize_axis(axis, x.rank()), [](const std::vector<Real>& line) {
    // softmax.stable: shifting all of x does not change the quotient.
    const Real largest = line.empty() ? 0 : *std::max_element(line.begin(), line.end());
    std::vector<Real> powers;
    Real sum = 0;
    for (const Real element : line) {
      powers.push_back(std::exp(element - largest));
      sum += powers.back();
    }
    // softmax.nonfinite: Inf - Inf is NaN, which reaches every element through the sum.
    for (Real& power : powers) power /= sum;
    return powers;
  });
}

Expression gradient(const Expression& x, std::int64_t axis, const Expression& y,
                    const Expression& g) {
  return y * (g - sum(g * y, {normalize_axis(axis, x.rank())}, true));
}

}  // namespace

// By the signature and the pieces named below: softmax.rank-1, softmax.empty
Kernel kernel() { return define(infer, compute, gradient); }

}  // namespace kassay::reference::softmax_op
