// What makes a sample's expectation unusable.
#include "conformance/compare/sample_fault.h"

#include <cmath>

#include "conformance/compare/sample_comparison.h"
#include "spec/lib/json_value.h"
#include "spec/lib/sample_json.h"
#include "spec/lib/tolerance.h"

namespace kassay::compare {
namespace {

std::string fault_of_ends(const UniformDistribution& uniform, DType dtype) {
  for (const double number : {uniform.low, uniform.high, uniform.high - uniform.low}) {
    if (!is_representable(number, dtype)) {
      return "the ends of the range and their distance must be exact, and " +
             shortest_text(number) + " is not a " + std::string(dtype_name(dtype));
    }
  }
  return "";
}

std::string fault_of_values(const BernoulliDistribution& bernoulli, const Accuracy& accuracy,
                            const ExpectedSample& sample) {
  if (!bernoulli.value) return "";
  if (!is_floating(sample.dtype)) return "the values of a sample are of a floating dtype";
  if (bernoulli.value->dtype() != DType::kFloat64 || bernoulli.value->shape() != sample.shape) {
    return "the values of a sample are float64 and of its shape";
  }
  if (accuracy.terms > 0) return "the values of a sample have no magnitude, and terms need one";
  const FloatFormat format = float_format(sample.dtype);
  for (const double value : bernoulli.value->data<double>()) {
    const double limit = element_limit(value, 0, accuracy, sample.dtype).total;
    const double size = std::fabs(value);
    // Otherwise a backend that flushes subnormal numbers, or overflows, would be misjudged.
    if (!(size - limit >= format.min_normal && size + limit <= format.max)) {
      return "the value " + shortest_text(value) + " is too close to 0 or infinity";
    }
  }
  return "";
}

// The shape of the draw.
Shape drawn_shape(const ExpectedSample& sample) {
  Shape shape = sample.shape;
  for (const std::int64_t axis : sample.constant_axes) shape[static_cast<std::size_t>(axis)] = 1;
  return shape;
}

}  // namespace

std::string fault_of_sample(const std::vector<ExpectedOutput>& expected, std::size_t output,
                            const Accuracy& accuracy) {
  const auto& sample = std::get<ExpectedSample>(expected[output]);
  const auto* bernoulli = std::get_if<BernoulliDistribution>(&sample.distribution);
  if (bernoulli == nullptr && !is_floating(sample.dtype)) {
    return "a " + distribution_name(sample.distribution) + " sample is of a floating dtype";
  }
  if (const auto* uniform = std::get_if<UniformDistribution>(&sample.distribution)) {
    if (std::string fault = fault_of_ends(*uniform, sample.dtype); !fault.empty()) return fault;
  }
  if (bernoulli != nullptr) {
    if (std::string fault = fault_of_values(*bernoulli, accuracy, sample); !fault.empty()) {
      return fault;
    }
  }
  for (const int place : sample.independent_of) {
    const auto& other = std::get<ExpectedSample>(expected[static_cast<std::size_t>(place)]);
    if (drawn_shape(other) != drawn_shape(sample)) {
      return "outputs that are to be independent must have as many draws, shape by shape";
    }
  }
  if (sample.same_draw_as) {
    const auto& other =
        std::get<ExpectedSample>(expected[static_cast<std::size_t>(*sample.same_draw_as)]);
    if (other.shape != sample.shape) return "outputs of one draw must have the same shape";
  }
  return "";
}

}  // namespace kassay::compare
