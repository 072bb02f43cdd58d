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

// That a standard normal number is larger than `size`, in either direction.
double beyond(double size) { return 2 * cdf(complement(normal(), size)); }

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

double many_events_probability(double events, double mean) {
  if (events <= mean) return 1;
  if (mean <= 0) return 0;
  return std::exp(events - mean - events * std::log(events / mean));
}

double many_events_limit(double probability, double mean) {
  double low = std::floor(mean), high = std::max(1.0, 2 * low);
  while (many_events_probability(high, mean) > probability) high *= 2;
  while (high - low > 1) {
    const double middle = std::floor((low + high) / 2);
    (many_events_probability(middle, mean) > probability ? low : high) = middle;
  }
  return high;
}

double repetition_probability(double times, double count, double p) {
  if (times <= 1) return 1;
  if (times > count || p <= 0) return 0;
  const double choices =
      std::lgamma(count + 1) - std::lgamma(times + 1) - std::lgamma(count - times + 1);
  return certain_at_most(std::exp(choices + (times - 1) * std::log(p)));
}

double repetition_limit(double probability, double count, double p) {
  double times = 2;
  while (repetition_probability(times, count, p) > probability) ++times;
  return times;
}

double largest_normal_probability(double size, double count) {
  const double all_below = std::exp(count * std::log1p(-std::min(1.0, beyond(size))));
  return certain_at_most(2 * std::min(all_below, 1 - all_below));
}

Interval largest_normal_limits(double probability, double count) {
  return {normal_size(-std::expm1(std::log(probability / 2) / count)),
          normal_size(-std::expm1(std::log1p(-probability / 2) / count))};
}

double normal_size(double probability) { return quantile(complement(normal(), probability / 2)); }

}  // namespace kassay::compare
