#include <optional>

#include "optimized/cpu/kernel.h"
#include "optimized/cpu/standardize.h"
#include "reference/arrays/axes.h"

namespace kassay::optimized::batch_normalization_op {
namespace {

using reference::Settings;

// Aligns a vector with the axis; other shapes stay.
Shape placed(const Tensor& parameter, std::int64_t rank, std::int64_t axis) {
  if (parameter.rank() != 1 || rank == 0) return parameter.shape();
  Shape shape(static_cast<std::size_t>(rank), 1);
  shape[static_cast<std::size_t>(reference::normalize_axis(axis, rank))] = parameter.size();
  return shape;
}

bool compute(const Tensor& x, const Tensor& mean, const Tensor& var,
             const std::optional<Tensor>& beta, const std::optional<Tensor>& gamma,
             std::int64_t axis, double epsilon, const Settings& settings, Tensor& result) {
  const std::int64_t rank = x.rank();
  Shape shape;
  for (const auto& parameter : {std::optional(mean), std::optional(var), beta, gamma}) {
    if (parameter) shape = reference::broadcast_shapes(shape, placed(*parameter, rank, axis));
  }
  const auto spread = [&](const Tensor& parameter) {
    return spread_wide(parameter, placed(parameter, rank, axis), shape);
  };
  Standard standard{spread(mean), divisor_of(spread(var), epsilon, settings.edition)};
  if (gamma) standard.scale = spread(*gamma);
  if (beta) standard.shift = spread(*beta);
  return standardize(x, standard, result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::batch_normalization_op
