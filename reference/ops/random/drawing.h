// Shared by the random functions: the type of their result, and the numbers that a call draws.
#pragma once

#include <optional>
#include <string>

#include "reference/arrays/loops.h"
#include "reference/arrays/random.h"
#include "reference/graph/kernel.h"

namespace kassay::reference {

using Seed = std::optional<std::int64_t>;

// With a seed, the seed and the number of evaluations determine the numbers; without a seed, each call has its own numbers.
RandomStream stream_of(const Seed& seed, const Draw& draw);

using Name = std::optional<std::string>;

// The given shape; the default float type if no dtype is given.
inline TensorType drawn_type(const Dimensions& shape, double /*first*/, double /*second*/,
                             const std::optional<DType>& dtype, const Seed& /*seed*/,
                             const Settings& settings) {
  return {dtype.value_or(settings.floatx), shape.sizes};
}

// The same for variables, which have a name.
inline TensorType drawn_variable_type(const Dimensions& shape, double first, double second,
                                      const std::optional<DType>& dtype, const Name& /*name*/,
                                      const Seed& seed, const Settings& settings) {
  return drawn_type(shape, first, second, dtype, seed, settings);
}

// center + spread * x
inline Array scaled(const Array& x, Real center, Real spread) {
  return map(x, [&](Real element) { return center + spread * element; });
}

}  // namespace kassay::reference
