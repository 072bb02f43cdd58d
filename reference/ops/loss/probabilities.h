// Shared by the cross-entropies: how a target fits an output, limited probabilities, and logarithms of classes.
#pragma once

#include <cstdint>

#include "reference/arrays/array.h"
#include "reference/graph/differentiation.h"

namespace kassay::reference {

// The common shape of target and output; a dimension unknown in one of them is taken from the other. Throws ApiError (value) if they
// differ.
Shape common_shape(const Shape& target, const Shape& output);

// The axis counted from the start. Throws ApiError (value) unless it is -1 or one of the axes 0 to rank - 1.
std::int64_t class_axis(std::int64_t axis, std::int64_t rank);

// Between epsilon and 1 - epsilon; NaN stays.
Real limited(Real probability, Real epsilon);

// log(exp(x) / sum(exp(x))) of logits along the axis, else the logarithms of the probabilities,
// divided by their sum and then limited. The axis is normalised.
Array class_logarithms(const Array& output, bool from_logits, std::int64_t axis, Real epsilon);

// The same as an expression.
Expression class_logarithms(const Expression& output, bool from_logits, std::int64_t axis,
                            double epsilon);

// The gradients of -sum(weights * class_logarithms) along the axis, by the weights and by the output; g is the gradient of these sums. For
// logits the latter has the closed form softmax(output) * sum(weights) - weights.
Gradients gradients_of_costs(const Expression& weights, const Expression& output, bool from_logits,
                             std::int64_t axis, double epsilon, const Expression& g);

}  // namespace kassay::reference
