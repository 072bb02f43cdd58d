#include "optimized/cpu/alignment.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::ctc_batch_cost_op {
namespace {

using reference::Settings;

bool compute(const Tensor& y_true, const Tensor& y_pred, const Tensor& input_length,
             const Tensor& label_length, const Settings& settings, Tensor& result) {
  return label_costs({y_true, y_pred, input_length, label_length}, settings.epsilon, result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::ctc_batch_cost_op
