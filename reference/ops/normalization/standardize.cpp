#include "reference/ops/normalization/standardize.h"

#include <cmath>

#include "reference/arrays/loops.h"

namespace kassay::reference {

Array standardize(const Array& x, const Array& mean, const Array& variance,
                  const std::optional<Array>& gamma, const std::optional<Array>& beta,
                  double epsilon, Edition edition) {
  const Array divisor = map(variance, [&](Real v) {
    return edition == Edition::kKo ? std::sqrt(v + epsilon) : std::sqrt(v) + epsilon;
  });
  Array result = map(x, mean, [](Real element, Real center) { return element - center; });
  result = map(result, divisor, [](Real deviation, Real d) { return deviation / d; });
  if (gamma) result = map(result, *gamma, [](Real element, Real scale) { return element * scale; });
  if (beta) result = map(result, *beta, [](Real element, Real shift) { return element + shift; });
  return result;
}

Expression divisor_of(const Expression& variance, double epsilon, Edition edition) {
  return edition == Edition::kKo ? apply("sqrt", variance + epsilon)
                                 : apply("sqrt", variance) + epsilon;
}

Expression standardize(const Expression& x, const Expression& mean, const Expression& variance,
                       const std::optional<Expression>& gamma,
                       const std::optional<Expression>& beta, double epsilon, Edition edition) {
  Expression result = (x - mean) / divisor_of(variance, epsilon, edition);
  if (gamma) result = result * *gamma;
  if (beta) result = result + *beta;
  return result;
}

}  // namespace kassay::reference
