// The paths through the frames of a recording that give its label (explained in reference/internal/alignment.h).
#pragma once

#include <cstdint>
#include <vector>

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// The arguments of ctc_batch_cost.
struct LabelledFrames {
  const Tensor& y_true;
  const Tensor& y_pred;
  const Tensor& input_length;
  const Tensor& label_length;
};

// Writes the cost of each sample. Returns false if the arguments are errors, or if predictions do not give probabilities.
bool label_costs(const LabelledFrames& arguments, double epsilon, Tensor& result);

// Writes the derivatives of the costs by each prediction. Also returns false if a label does not have a path.
bool label_cost_derivatives(const LabelledFrames& arguments, double epsilon, Tensor& result);

}  // namespace kassay::optimized
