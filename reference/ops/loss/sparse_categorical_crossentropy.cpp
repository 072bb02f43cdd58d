#include <string>

#include "reference/arrays/dimension.h"
#include "reference/arrays/loops.h"
#include "reference/graph/kernel.h"
#include "reference/ops/loss/probabilities.h"
#include "spec/lib/error.h"

namespace kassay::reference::sparse_categorical_crossentropy_op {
namespace {

// sparse_categorical_crossentropy.axis, sparse_categorical_crossentropy.last-axis,
// sparse_categorical_crossentropy.axis-range, sparse_categorical_crossentropy.shape,
// sparse_categorical_crossentropy.target-dtype, sparse_categorical_crossentropy.target-shape
TensorType infer(const TensorType& target, const TensorType& output, bool /*from_logits*/,
                 std::int64_t axis) {
  const Shape shape = reduced_shape(output.shape, {class_axis(axis, output.rank())}, false);
  const std::int64_t labels = product_of_dimensions(target.shape);
  const std::int64_t slices = product_of_dimensions(shape);
  if (labels != slices && labels != kUnknown && slices != kUnknown) {
    throw ApiError(ErrorKind::kValue, "a target of shape " + to_string(target.shape) +
                                          " for losses of shape " + to_string(shape));
  }
  return {output.dtype, shape};
}

// sparse_categorical_crossentropy.value, sparse_categorical_crossentropy.nan; the logarithms:
// sparse_categorical_crossentropy.normalized, sparse_categorical_crossentropy.clipped,
// sparse_categorical_crossentropy.logits, sparse_categorical_crossentropy.logits-ja,
// sparse_categorical_crossentropy.logits-stable, sparse_categorical_crossentropy.after-softmax
Array compute(const WholeNumbers& target, const Array& output, bool from_logits, std::int64_t axis,
              const Settings& settings) {
  const std::int64_t along = class_axis(axis, output.rank());
  const Array logarithms = class_logarithms(output, from_logits, along, settings.epsilon);
  auto next = target.flat().begin();
  return reduce(logarithms, {along}, false, [&](const std::vector<Real>& classes) {
    const Real label = *next++;
    if (label < 0 || label >= static_cast<Real>(classes.size())) {
      throw ApiError(ErrorKind::kValue, "the target names class " +
                                            std::to_string(static_cast<std::int64_t>(label)) +
                                            " of " + std::to_string(classes.size()));
    }
    return -classes[static_cast<std::size_t>(label)];
  });
}

// The classes of the target as one-hot vectors along the axis.
Expression weights_of(const Expression& target, const Expression& output, std::int64_t along) {
  Shape shape = output.shape();
  const std::int64_t classes = shape[static_cast<std::size_t>(along)];
  shape.erase(shape.begin() + along);
  const Expression labels = reshape(cast_to(target, DType::kInt64), shape);
  const Expression weights = cast_to(apply("one_hot", labels, classes), output.dtype());
  List order;
  for (std::int64_t d = 0; d + 1 < output.rank(); ++d) order.emplace_back(d);
  order.insert(order.begin() + along, output.rank() - 1);
  return apply("permute_dimensions", weights, std::move(order));
}

Gradients gradient(const Expression& target, const Expression& output, bool from_logits,
                   std::int64_t axis, const Settings& settings, const Expression&,
                   const Expression& g) {
  const std::int64_t along = class_axis(axis, output.rank());
  return {std::nullopt, gradients_of_costs(weights_of(target, output, along), output, from_logits,
                                           along, settings.epsilon, g)[1]};
}

}  // namespace

// By the signature and the pieces named below: sparse_categorical_crossentropy.order,
// sparse_categorical_crossentropy.set-epsilon,
// sparse_categorical_crossentropy.axis-negative
Kernel kernel() { return define(infer, compute, gradient); }

}  // namespace kassay::reference::sparse_categorical_crossentropy_op
