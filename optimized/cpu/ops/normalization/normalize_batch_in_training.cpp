#include <optional>
#include <vector>

#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"
#include "optimized/cpu/standardize.h"

namespace kassay::optimized::normalize_batch_in_training_op {
namespace {

using reference::Settings;

Tensor as_tensor(const std::vector<double>& numbers) {
  Tensor tensor = Tensor::unspecified(DType::kFloat64, {static_cast<std::int64_t>(numbers.size())});
  std::ranges::copy(numbers, tensor.mutable_data<double>().begin());
  return tensor;
}

// Reads the elements three times and writes them once.
bool compute(const Tensor& x, const std::optional<Tensor>& gamma, const std::optional<Tensor>& beta,
             const std::vector<std::int64_t>& reduction_axes, double epsilon,
             const Settings& settings, std::vector<Tensor>& results) {
  const auto axes = reference::normalize_axes({reduction_axes}, x.rank());
  const Shape shape = reference::reduced_shape(x.shape(), axes, true);
  const auto found = moments(x, stages_of(x.shape(), axes));
  store(found->means, results[1]);
  store(found->variances, results[2]);
  const Tensor variance = as_tensor(found->variances).reshaped(shape);
  Standard standard{as_tensor(found->means).reshaped(shape),
                    divisor_of(variance, epsilon, settings.edition)};
  if (gamma) standard.scale = spread_wide(*gamma, shape, shape);
  if (beta) standard.shift = spread_wide(*beta, shape, shape);
  return standardize(x, standard, results[0]);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::normalize_batch_in_training_op
