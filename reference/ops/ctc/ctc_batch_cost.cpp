#include "reference/internal/alignment.h"
#include "spec/lib/error.h"

namespace kassay::reference::ctc_batch_cost_op {
namespace {

void require_shape(const TensorType& type, const Shape& expected, const std::string& argument) {
  bool fits = type.shape.size() == expected.size();
  for (std::size_t d = 0; fits && d < expected.size(); ++d) {
    fits = type.shape[d] == expected[d] || type.shape[d] == kUnknown || expected[d] == kUnknown;
  }
  if (fits) return;
  throw ApiError(ErrorKind::kValue,
                 mismatch_text(argument, "a tensor of shape " + to_string(expected),
                               "one of shape " + to_string(type.shape)));
}

// ctc_batch_cost.value, ctc_batch_cost.paths, ctc_batch_cost.blank, ctc_batch_cost.repeats,
// ctc_batch_cost.y-true, ctc_batch_cost.y-pred, ctc_batch_cost.probabilities,
// ctc_batch_cost.set-epsilon, ctc_batch_cost.input-length, ctc_batch_cost.label-length,
// ctc_batch_cost.past-length, ctc_batch_cost.shape, ctc_batch_cost.dtype,
// ctc_batch_cost.label-dtype, ctc_batch_cost.length-dtype, ctc_batch_cost.empty-label,
// ctc_batch_cost.no-frames, ctc_batch_cost.impossible, ctc_batch_cost.improbable,
// ctc_batch_cost.long-label, ctc_batch_cost.gradient, ctc_batch_cost.gradient-past-length,
// ctc_batch_cost.samples, ctc_batch_cost.too-many-frames, ctc_batch_cost.no-class,
// ctc_batch_cost.blank-label
TensorType infer(const TensorType& y_true, const TensorType& y_pred, const TensorType& input_length,
                 const TensorType& label_length) {
  require_shape(y_pred, {kUnknown, kUnknown, kUnknown}, "y_pred");
  const std::int64_t samples = y_pred.shape[0];
  require_shape(y_true, {samples, kUnknown}, "y_true");
  require_shape(input_length, {samples, 1}, "input_length");
  require_shape(label_length, {samples, 1}, "label_length");
  return {y_pred.dtype, {samples, 1}};
}

Array compute(const Array& y_true, const Array& y_pred, const WholeNumbers& input_length,
              const WholeNumbers& label_length, const Settings& settings) {
  return label_costs({y_true, y_pred, input_length, label_length}, settings.epsilon);
}

Gradients gradient(const Expression& y_true, const Expression& y_pred,
                   const Expression& input_length, const Expression& label_length,
                   const Expression&, const Expression& g) {
  const Expression derivatives =
      apply(y_pred, "internal.ctc_gradient",
            {y_true.value(), y_pred.value(), input_length.value(), label_length.value()});
  return {std::nullopt, reshape(g, {g.shape()[0], 1, 1}) * derivatives};
}

}  // namespace

Kernel kernel() { return define(infer, compute, gradient); }

}  // namespace kassay::reference::ctc_batch_cost_op
