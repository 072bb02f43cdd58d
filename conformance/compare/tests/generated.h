// Random tensors, right and wrong, from a generator that shares nothing with those under test.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "conformance/compare/tests/answers.h"

namespace kassay::compare::testing {

using Engine = std::mt19937_64;
// One element.
using Generator = std::function<double(Engine&)>;

inline constexpr std::uint64_t kSeeds[] = {1, 2, 3, 20, 300};

inline double uniform01(Engine& engine) {
  return std::ldexp(static_cast<double>(engine() >> 11), -53);
}
inline double standard_normal(Engine& engine) {
  return std::sqrt(-2 * std::log(1 - uniform01(engine))) *
         std::cos(2 * std::acos(-1.0) * uniform01(engine));
}

inline Generator uniform(double low, double high) {
  return [=](Engine& engine) { return low + (high - low) * uniform01(engine); };
}
inline Generator normal(double mean, double std) {
  return [=](Engine& engine) { return mean + std * standard_normal(engine); };
}
inline Generator truncated_normal(double mean, double std, double bound = 2) {
  return [=](Engine& engine) {
    double z = standard_normal(engine);
    while (std::fabs(z) > bound) z = standard_normal(engine);
    return mean + std * z;
  };
}
inline Generator clipped_normal(double mean, double std, double bound = 2) {
  return [=](Engine& engine) {
    return mean + std * std::clamp(standard_normal(engine), -bound, bound);
  };
}
inline Generator bernoulli(double p) {
  return [=](Engine& engine) { return uniform01(engine) < p ? 1.0 : 0.0; };
}

// Elements are rounded to nearest.
inline Tensor generated(DType dtype, const Shape& shape, const Generator& generator,
                        Engine& engine) {
  Tensor result(dtype, shape);
  for (std::int64_t i = 0; i < result.size(); ++i) set_element(result, i, generator(engine));
  return result;
}
inline Tensor generated(DType dtype, const Shape& shape, const Generator& generator,
                        std::uint64_t seed = 1) {
  Engine engine(seed);
  return generated(dtype, shape, generator, engine);
}

inline ExpectedSample sample(Shape shape, Distribution distribution,
                             DType dtype = DType::kFloat32) {
  ExpectedSample result;
  result.dtype = dtype;
  result.shape = std::move(shape);
  result.distribution = std::move(distribution);
  return result;
}

// The check that fails, or an empty string.
inline std::string failing(const Tensor& tensor, const ExpectedSample& expected,
                           const Accuracy& accuracy = {}) {
  return failing_check(answer({tensor}), {expected}, accuracy);
}
// Of two outputs.
inline std::string failing(const Tensor& first, const Tensor& second,
                           const ExpectedSample& expected_first,
                           const ExpectedSample& expected_second) {
  return failing_check(answer({first, second}), {expected_first, expected_second});
}

}  // namespace kassay::compare::testing
