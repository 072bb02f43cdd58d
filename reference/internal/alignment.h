// Paths through the frames of a recording, and the labels that they give: shared by the CTC functions (A. Graves et al., "Connectionist
// Temporal Classification", 2006).
#pragma once

#include <cstdint>
#include <vector>

#include "reference/graph/kernel.h"

namespace kassay::reference {

// y_pred (samples, time steps, classes) as probabilities: y + epsilon over its sum in each frame.
Array class_probabilities(const Array& y_pred, double epsilon);

// The number at `sample` of a tensor of lengths, (samples) or (samples, 1). Throws ApiError (value) if it is below 0 or above `most`.
std::int64_t length_of(const WholeNumbers& lengths, std::int64_t sample, std::int64_t most);

// Throws ApiError (value) if `lengths`, a vector or a column, does not have one number per sample of `x`, along its first dimension.
void require_equal_samples(const Shape& x, const Shape& lengths);

// The four arguments of ctc_batch_cost.
struct LabelledFrames {
  const Array& y_true;
  const Array& y_pred;
  const WholeNumbers& input_length;
  const WholeNumbers& label_length;
};

// (samples, 1): -log of the probability of each label. Throws ApiError (value) for a label that is out of range and for more frames than
// y_pred has.
Array label_costs(const LabelledFrames& arguments, double epsilon);
// In the shape of y_pred: the derivative of each sample's cost by each element.
Array label_cost_derivatives(const LabelledFrames& arguments, double epsilon);

// The internal operation "internal.ctc_gradient" computes these derivatives from the arguments of ctc_batch_cost. Requesting its own
// derivative is an ApiError (value).
Kernel ctc_gradient_kernel();

}  // namespace kassay::reference
