#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "reference/arrays/dimension.h"
#include "reference/arrays/loops.h"
#include "reference/ops/normalization/standardize.h"
#include "spec/lib/error.h"

namespace kassay::reference::normalize_batch_in_training_op {
namespace {

using AxisList = std::vector<std::int64_t>;

// normalize_batch_in_training.parameters
void check_parameter(const std::string& name, const std::optional<TensorType>& parameter,
                     const Shape& statistics) {
  if (!parameter) return;
  const std::int64_t given = product_of_dimensions(parameter->shape);
  const std::int64_t expected = product_of_dimensions(statistics);
  if (given == expected || given == kUnknown || expected == kUnknown) return;
  throw ApiError(ErrorKind::kValue, name + " has the shape " + to_string(parameter->shape) +
                                        ", the mean " + to_string(statistics));
}

// normalize_batch_in_training.results, normalize_batch_in_training.shape,
// normalize_batch_in_training.axis-range
std::vector<TensorType> infer(const TensorType& x, const std::optional<TensorType>& gamma,
                              const std::optional<TensorType>& beta, const AxisList& reduction_axes,
                              double /*epsilon*/) {
  const AxisList axes = normalize_axes({reduction_axes}, x.rank());
  const TensorType statistics{x.dtype, reduced_shape(x.shape, axes, false)};
  check_parameter("gamma", gamma, statistics.shape);
  check_parameter("beta", beta, statistics.shape);
  return {x, statistics, statistics};
}

// normalize_batch_in_training.mean; with the reduced dimensions, of size 1
Array mean_along(const Array& x, const AxisList& axes) {
  return reduce(x, axes, true, [](const std::vector<Real>& elements) {
    return std::accumulate(elements.begin(), elements.end(), Real{0}) /
           static_cast<Real>(elements.size());
  });
}

std::optional<Array> reshaped(const std::optional<Array>& parameter, const Shape& shape) {
  if (!parameter) return std::nullopt;
  return Array(shape, parameter->flat());
}

std::vector<Array> compute(const Array& x, const std::optional<Array>& gamma,
                           const std::optional<Array>& beta, const AxisList& reduction_axes,
                           double epsilon, const Settings& settings) {
  const AxisList axes = normalize_axes({reduction_axes}, x.rank());
  const Array mean = mean_along(x, axes);
  // normalize_batch_in_training.variance, normalize_batch_in_training.not-deviation,
  // normalize_batch_in_training.nan, normalize_batch_in_training.stable
  const Array squares = map(
      x, mean, [](Real element, Real center) { return (element - center) * (element - center); });
  const Array variance = mean_along(squares, axes);
  // normalize_batch_in_training.normalized, normalize_batch_in_training.none,
  // normalize_batch_in_training.epsilon-inside, normalize_batch_in_training.epsilon-outside;
  // normalize_batch_in_training.default-epsilon is in the signature
  const Array normalized = standardize(x, mean, variance, reshaped(gamma, mean.shape()),
                                       reshaped(beta, mean.shape()), epsilon, settings.edition);
  const Shape statistics = reduced_shape(x.shape(), axes, false);
  return {normalized, Array(statistics, mean.flat()), Array(statistics, variance.flat())};
}

// In closed form, from the computed mean and variance: the gradient of (x - mean) / divisor * gamma + beta, where the divisor depends on
// the variance, and both statistics on x. The deviations add up to zero, so the variance does not pass a gradient to the mean.
Gradients gradient(const Expression& x, const std::optional<Expression>& gamma,
                   const std::optional<Expression>& beta, const AxisList& reduction_axes,
                   double epsilon, const Settings& settings, const std::vector<Expression>& y,
                   const Gradients& g) {
  const AxisList axes = normalize_axes({reduction_axes}, x.rank());
  double count = 1;
  for (const std::int64_t axis : axes) {
    count *= static_cast<double>(x.shape()[static_cast<std::size_t>(axis)]);
  }
  const Shape kept = reduced_shape(x.shape(), axes, true);
  const Expression mean = reshape(y[1], kept), variance = reshape(y[2], kept);
  const Expression deviation = x - mean;
  std::optional<Expression> of_x, of_gamma, of_beta, of_mean, of_variance;
  if (g[0]) {
    const Expression divisor = divisor_of(variance, epsilon, settings.edition);
    const Expression scale = gamma ? reshape(*gamma, kept) / divisor : 1.0 / divisor;
    const Expression total = sum(*g[0], axes, true);
    const Expression along = sum(*g[0] * (deviation / divisor), axes, true);
    of_x = *g[0] * scale;
    if (gamma) of_gamma = reshape(along, gamma->shape());
    if (beta) of_beta = reshape(total, beta->shape());
    of_mean = -(total * scale);
    of_variance =
        backpropagate({divisor}, {-(along * scale)}, {symbol_of(variance.value())}).front();
  }
  const auto add = [](std::optional<Expression>& sum, const Expression& term) {
    sum = sum ? *sum + term : term;
  };
  if (g[1]) add(of_mean, reshape(*g[1], kept));
  if (g[2]) add(of_variance, reshape(*g[2], kept));
  if (of_variance) add(of_x, deviation * (*of_variance * (2 / count)));
  if (of_mean) add(of_x, broadcast_to(*of_mean / count, x.shape()));
  return {of_x, of_gamma, of_beta};
}

}  // namespace

Kernel kernel() {
  Kernel kernel = define(infer, compute);
  kernel.gradient = [](const BoundCall& call, const std::vector<Expression>& y,
                       const Gradients& g) { return detail::invoke(gradient, call, y, g); };
  return kernel;
}

}  // namespace kassay::reference::normalize_batch_in_training_op
