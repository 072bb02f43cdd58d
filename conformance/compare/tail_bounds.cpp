#include "conformance/compare/tail_bounds.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

namespace kassay::compare {
namespace {

using boost::math::binomial;
using boost::math::chi_squared;
using boost::math::complement;
using boost::math::normal;

// ln(2 / probability): both directions share the probability.
double two_sided_exponent(double probability) { return std::log(2 / probability); }

double certain_at_most(double probability) { return std::min(1.0, probability); }

}  // namespace

double bernstein_probability(double deviation, double count, double variance, double reach) {
  if (deviation <= 0) return 1;
  const double exponent = count * deviation * deviation / (2 * (variance + reach * deviation / 3));
  return certain_at_most(2 * std::exp(-exponent));
}

double bernstein_limit(double probability, double count, double variance, double reach) {
  // The positive solution of count t^2 = 2 exponent (variance + reach t / 3).
  const double exponent = two_sided_exponent(probability);
  const double linear = exponent * reach / 3;
  return (linear + std::sqrt(linear * linear + 2 * count * exponent * variance)) / count;
}

double kolmogorov_probability(double deviation, double count) {
  if (deviation <= 0) return 1;
  return certain_at_most(2 * std::exp(-2 * count * deviation * deviation));
}

double kolmogorov_limit(double probability, double count) {
  return std::sqrt(two_sided_exponent(probability) / (2 * count));
}

double normal_mean_probability(double deviation, double count) {
  if (deviation <= 0) return 1;
  return 2 * cdf(complement(normal(), deviation * std::sqrt(count)));
}

double normal_mean_limit(double probability, double count) {
  return quantile(complement(normal(), probability / 2)) / std::sqrt(count);
}

double normal_square_probability(double mean_square, double count) {
  const chi_squared sum(count);
  const double observed = mean_square * count;
  return certain_at_most(2 * std::min(cdf(sum, observed), cdf(complement(sum, observed))));
}

Interval normal_square_limits(double probability, double count) {
  const chi_squared sum(count);
  return {quantile(sum, probability / 2) / count,
          quantile(complement(sum, probability / 2)) / count};
}

double share_probability(double share, double count, Interval p) {
  const double successes = std::round(share * count);
  const double few = cdf(binomial(count, p.low), successes);
  // P(K >= k) is the complement of P(K <= k - 1).
  const double many = successes > 0 ? cdf(complement(binomial(count, p.high), successes - 1)) : 1;
  return certain_at_most(2 * std::min(few, many));
}

Interval share_limits(double probability, double count, Interval p) {
  return {quantile(binomial(count, p.low), probability / 2) / count,
          quantile(complement(binomial(count, p.high), probability / 2)) / count};
}

}  // namespace kassay::compare
