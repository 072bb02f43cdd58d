#include <numeric>

#include "reference/arrays/loops.h"
#include "reference/graph/kernel.h"
#include "reference/ops/loss/probabilities.h"

namespace kassay::reference::categorical_crossentropy_op {
namespace {

// categorical_crossentropy.axis, categorical_crossentropy.last-axis,
// categorical_crossentropy.axis-range, categorical_crossentropy.shape
TensorType infer(const TensorType& target, const TensorType& output, bool /*from_logits*/,
                 std::int64_t axis) {
  const Shape shape = common_shape(target.shape, output.shape);
  return {output.dtype, reduced_shape(shape, {class_axis(axis, output.rank())}, false)};
}

// categorical_crossentropy.value, categorical_crossentropy.soft, categorical_crossentropy.nan; the
// logarithms: categorical_crossentropy.normalized, categorical_crossentropy.clipped,
// categorical_crossentropy.logits, categorical_crossentropy.logits-ja,
// categorical_crossentropy.logits-stable, categorical_crossentropy.after-softmax
Array compute(const Array& target, const Array& output, bool from_logits, std::int64_t axis,
              const Settings& settings) {
  const std::int64_t along = class_axis(axis, output.rank());
  const Array logarithms = class_logarithms(output, from_logits, along, settings.epsilon);
  const Array terms = map(target, logarithms, [](Real weight, Real log) { return -weight * log; });
  return reduce(terms, {along}, false, [](const std::vector<Real>& classes) {
    return std::accumulate(classes.begin(), classes.end(), Real{0});
  });
}

Gradients gradient(const Expression& target, const Expression& output, bool from_logits,
                   std::int64_t axis, const Settings& settings, const Expression&,
                   const Expression& g) {
  return gradients_of_costs(target, output, from_logits, class_axis(axis, output.rank()),
                            settings.epsilon, g);
}

}  // namespace

// By the signature and the pieces named below: categorical_crossentropy.target,
// categorical_crossentropy.order, categorical_crossentropy.set-epsilon,
// categorical_crossentropy.axis-negative
Kernel kernel() { return define(infer, compute, gradient); }

}  // namespace kassay::reference::categorical_crossentropy_op
