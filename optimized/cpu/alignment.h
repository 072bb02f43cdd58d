// The paths through the frames of a recording that become its label (reference/internal/alignment.h says what they are).
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

// The cost of each sample. Returns false for arguments that are errors, and for predictions that give no probabilities.
bool label_costs(const LabelledFrames& arguments, double epsilon, Tensor& result);

// Its derivative by each prediction. Returns false, too, where a label has no path.
bool label_cost_derivatives(const LabelledFrames& arguments, double epsilon, Tensor& result);

}  // namespace kassay::optimized
