#include "reference/ops/loss/probabilities.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "reference/arrays/loops.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

std::vector<Real> log_softmax(std::vector<Real> line) {
  if (line.empty()) return line;
  // Shifted, so that no exponential overflows. A NaN anywhere reaches the sum.
  const Real largest = *std::max_element(line.begin(), line.end());
  Real sum = 0;
  for (const Real logit : line) sum += std::exp(logit - largest);
  for (Real& logit : line) logit = logit - largest - std::log(sum);
  return line;
}

std::vector<Real> log_normalized(std::vector<Real> line, Real epsilon) {
  const Real sum = std::accumulate(line.begin(), line.end(), Real{0});
  for (Real& probability : line) probability = std::log(limited(probability / sum, epsilon));
  return line;
}

}  // namespace

Shape common_shape(const Shape& target, const Shape& output) {
  const auto agree = [](std::int64_t a, std::int64_t b) {
    return a == b || a == kUnknown || b == kUnknown;
  };
  if (target.size() != output.size() ||
      !std::equal(target.begin(), target.end(), output.begin(), agree)) {
    throw ApiError(ErrorKind::kValue, "the target has the shape " + to_string(target) +
                                          ", the output " + to_string(output));
  }
  Shape shape = output;
  for (std::size_t d = 0; d < shape.size(); ++d) shape[d] = std::max(target[d], output[d]);
  return shape;
}

std::int64_t class_axis(std::int64_t axis, std::int64_t rank) {
  if (axis != -1 && (axis < 0 || axis >= rank)) {
    throw ApiError(ErrorKind::kValue, "axis " + std::to_string(axis) + " of an output of rank " +
                                          std::to_string(rank) +
                                          "; it may be -1 or one of the axes, counted from 0");
  }
  return normalize_axis(axis, rank);
}

Real limited(Real probability, Real epsilon) {
  if (probability < epsilon) return epsilon;
  return probability > 1 - epsilon ? 1 - epsilon : probability;
}

Array class_logarithms(const Array& output, bool from_logits, std::int64_t axis, Real epsilon) {
  return map_lines(output, axis, [&](const std::vector<Real>& line) {
    return from_logits ? log_softmax(line) : log_normalized(line, epsilon);
  });
}

Expression class_logarithms(const Expression& output, bool from_logits, std::int64_t axis,
                            double epsilon) {
  if (from_logits) return output - apply("logsumexp", output, axis, true);
  const Expression probabilities = output / sum(output, {axis}, true);
  return apply("log", apply("clip", probabilities, epsilon, 1 - epsilon));
}

Gradients gradients_of_costs(const Expression& weights, const Expression& output, bool from_logits,
                             std::int64_t axis, double epsilon, const Expression& g) {
  const Expression logarithms = class_logarithms(output, from_logits, axis, epsilon);
  const Expression of_sums = reshape(g, reduced_shape(output.shape(), {axis}, true));
  const Expression of_weights = -(of_sums * logarithms);
  if (from_logits) {
    const Expression expected = apply("softmax", output, axis) * sum(weights, {axis}, true);
    return {of_weights, of_sums * (expected - weights)};
  }
  const Expression of_logarithms = -(of_sums * weights);
  return {of_weights,
          backpropagate({logarithms}, {of_logarithms}, {symbol_of(output.value())}).front()};
}

}  // namespace kassay::reference
