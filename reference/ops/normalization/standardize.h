// Shared by batch_normalization and normalize_batch_in_training: their formula, on arrays that broadcast.
#pragma once

#include <optional>

#include "reference/graph/kernel.h"

namespace kassay::reference {

// (x - mean) / divisor * gamma + beta, without the steps whose array is missing. The divisor is sqrt(variance + epsilon), or in the
// editions zh and ja sqrt(variance) + epsilon.
Array standardize(const Array& x, const Array& mean, const Array& variance,
                  const std::optional<Array>& gamma, const std::optional<Array>& beta,
                  double epsilon, Edition edition);

Expression divisor_of(const Expression& variance, double epsilon, Edition edition);

// The same as an expression.
Expression standardize(const Expression& x, const Expression& mean, const Expression& variance,
                       const std::optional<Expression>& gamma,
                       const std::optional<Expression>& beta, double epsilon, Edition edition);

}  // namespace kassay::reference
