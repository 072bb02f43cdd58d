#include <optional>

#include "reference/arrays/axes.h"
#include "reference/ops/normalization/standardize.h"

namespace kassay::reference::batch_normalization_op {
namespace {

// batch_normalization.axis, batch_normalization.last-axis: aligns a vector with the axis; other shapes stay
Shape placed(const Shape& parameter, std::int64_t rank, std::int64_t axis) {
  if (parameter.size() != 1 || rank == 0) return parameter;
  Shape shape(static_cast<std::size_t>(rank), 1);
  shape[static_cast<std::size_t>(normalize_axis(axis, rank))] = parameter[0];
  return shape;
}

Array placed(const Array& parameter, std::int64_t rank, std::int64_t axis) {
  return Array(placed(parameter.shape(), rank, axis), parameter.flat());
}

std::optional<Array> placed(const std::optional<Array>& parameter, std::int64_t rank,
                            std::int64_t axis) {
  if (!parameter) return std::nullopt;
  return placed(*parameter, rank, axis);
}

// batch_normalization.order, batch_normalization.broadcast
TensorType infer(const TensorType& x, const TensorType& mean, const TensorType& var,
                 const std::optional<TensorType>& beta, const std::optional<TensorType>& gamma,
                 std::int64_t axis, double /*epsilon*/) {
  Shape shape = x.shape;
  for (const auto& parameter : {std::optional(mean), std::optional(var), beta, gamma}) {
    if (!parameter) continue;
    shape = broadcast_shapes(shape, placed(parameter->shape, x.rank(), axis));
  }
  return {x.dtype, shape};
}

// batch_normalization.value, batch_normalization.printed-value, batch_normalization.no-gamma,
// batch_normalization.no-beta, batch_normalization.special; batch_normalization.default-epsilon,
// batch_normalization.default-epsilon-ja and batch_normalization.signature-ja are in the signature
Array compute(const Array& x, const Array& mean, const Array& var, const std::optional<Array>& beta,
              const std::optional<Array>& gamma, std::int64_t axis, double epsilon,
              const Settings& settings) {
  const std::int64_t rank = x.rank();
  return standardize(x, placed(mean, rank, axis), placed(var, rank, axis),
                     placed(gamma, rank, axis), placed(beta, rank, axis), epsilon,
                     settings.edition);
}

std::optional<Expression> placed(const std::optional<Expression>& parameter, std::int64_t rank,
                                 std::int64_t axis) {
  if (!parameter) return std::nullopt;
  return reshape(*parameter, placed(parameter->shape(), rank, axis));
}

Expression expression(const Expression& x, const Expression& mean, const Expression& var,
                      const std::optional<Expression>& beta, const std::optional<Expression>& gamma,
                      std::int64_t axis, double epsilon, const Settings& settings) {
  const std::int64_t rank = x.rank();
  return standardize(x, *placed(std::optional(mean), rank, axis),
                     *placed(std::optional(var), rank, axis), placed(gamma, rank, axis),
                     placed(beta, rank, axis), epsilon, settings.edition);
}

}  // namespace

Kernel kernel() { return define_composite(infer, compute, expression); }

}  // namespace kassay::reference::batch_normalization_op
