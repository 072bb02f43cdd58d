#include <algorithm>
#include <cmath>

#include "reference/arrays/loops.h"
#include "reference/graph/kernel.h"
#include "reference/ops/loss/probabilities.h"

namespace kassay::reference::binary_crossentropy_op {
namespace {

// binary_crossentropy.elementwise
TensorType infer(const TensorType& target, const TensorType& output, bool /*from_logits*/) {
  return {output.dtype, common_shape(target.shape, output.shape)};
}

// binary_crossentropy.logits, binary_crossentropy.logits-ja; binary_crossentropy.logits-stable:
// the argument of exp is never above 0; binary_crossentropy.small: log1p
Real loss_of_logit(Real target, Real logit) {
  const Real rectified = logit < 0 ? 0 : logit;
  return rectified - logit * target + std::log1p(std::exp(-std::fabs(logit)));
}

// binary_crossentropy.value, binary_crossentropy.soft
Real loss_of_probability(Real target, Real probability) {
  return -(target * std::log(probability) + (1 - target) * std::log1p(-probability));
}

// binary_crossentropy.nan: no comparison drops it
Array compute(const Array& target, const Array& output, bool from_logits,
              const Settings& settings) {
  if (from_logits) return map(target, output, loss_of_logit);
  return map(target, output, [&](Real t, Real p) {
    // binary_crossentropy.clipped, binary_crossentropy.after-sigmoid
    return loss_of_probability(t, limited(p, settings.epsilon));
  });
}

// Limited probabilities do not depend on the output.
Gradients gradient(const Expression& target, const Expression& output, bool from_logits,
                   const Settings& settings, const Expression&, const Expression& g) {
  if (from_logits) return {-(g * output), g * (apply("sigmoid", output) - target)};
  const double low = settings.epsilon, high = 1 - settings.epsilon;
  const Expression p = apply("clip", output, low, high);
  const Expression of_p = g * ((1 - target) / (1 - p) - target / p);
  const Expression zero = filled_like(g, 0);
  const Expression above = select(apply("greater", output, high), zero, of_p);
  return {g * (apply("log", 1 - p) - apply("log", p)),
          select(apply("less", output, low), zero, above)};
}

}  // namespace

// By the signature and the pieces named below: binary_crossentropy.target,
// binary_crossentropy.order, binary_crossentropy.set-epsilon
Kernel kernel() { return define(infer, compute, gradient); }

}  // namespace kassay::reference::binary_crossentropy_op
