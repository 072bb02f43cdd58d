// What the cross-entropies share: how a target fits an output, limited probabilities, and the
// logarithms that are weighted.
#pragma once

#include <cstdint>

#include "reference/arrays/array.h"
#include "reference/graph/differentiation.h"

namespace kassay::reference {

// The shape that target and output have in common; a dimension that one of them does not know is
// taken from the other. Throws ApiError (value) where they differ.
Shape common_shape(const Shape& target, const Shape& output);

// Counted from the start. Throws ApiError (value) unless it is -1 or one of the axes 0 to rank - 1.
std::int64_t class_axis(std::int64_t axis, std::int64_t rank);

// Between epsilon and 1 - epsilon; NaN stays.
Real limited(Real probability, Real epsilon);

// log(exp(x) / sum(exp(x))) of logits along the axis, else the logarithms of the probabilities,
// divided by their sum and then limited. The axis is normalised.
Array class_logarithms(const Array& output, bool from_logits, std::int64_t axis, Real epsilon);

// The same as an expression.
Expression class_logarithms(const Expression& output, bool from_logits, std::int64_t axis,
                            double epsilon);

// The gradients of -sum(weights * class_logarithms) along the axis, where these sums have the gradient g: of the weights and of the output.
// Of logits the latter is in closed form, softmax(output) * sum(weights) - weights.
Gradients gradients_of_costs(const Expression& weights, const Expression& output, bool from_logits,
                             std::int64_t axis, double epsilon, const Expression& g);

}  // namespace kassay::reference
