#include <cmath>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::elu_op {
namespace {

TensorType infer(const TensorType& x, double /*alpha*/) { return x; }

Array compute(const Array& x, double alpha) {
  return map(x, [alpha](Real element) -> Real {
    // elu.positive, elu.stable
    if (element > 0) return element;
    // elu.negative, elu.zero, elu.alpha; elu.small: expm1 loses nothing; elu.special: expm1(-Inf) is -1
    return alpha * std::expm1(element);
  });
}

// gradients.elu
Expression gradient(const Expression& x, double alpha, const Expression&, const Expression& g) {
  const Expression slope = alpha * apply("exp", apply("minimum", x, 0.0));
  return select(apply("greater", x, 0.0), g, g * slope);
}

}  // namespace

// By the signature and the pieces named below: elu.alpha-elsewhere, elu.default-alpha
Kernel kernel() { return define(infer, compute, gradient); }

}  // namespace kassay::reference::elu_op
