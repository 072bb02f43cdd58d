#include "conformance/compare/goodness_of_fit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "conformance/compare/correlation.h"
#include "conformance/compare/law.h"
#include "conformance/compare/resolution.h"
#include "conformance/compare/tail_bounds.h"

namespace kassay::compare {
namespace {

constexpr int kPlaces = 1024;        // where the distribution function is compared
constexpr double kLargestRms = 1.5;  // of a sample of kFewestForStatistics, in units of std

// Two significant digits are enough for a hint.
std::string rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}

std::string percent(double share) { return rounded(100 * share) + " %"; }

double mean_of(std::span<const double> numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number;
  return sum / static_cast<double>(numbers.size());
}

Statistic mean_statistic(const Draw& draw, const ContinuousLaw& law, double probability) {
  const auto count = static_cast<double>(draw.numbers.size());
  const double shift = law.absolute_shift + kLargestRms * law.relative_shift * law.std;
  Statistic statistic{.check = Check::kMean, .name = "the mean", .expected = law.mean};
  statistic.actual = mean_of(draw.numbers);
  const double beyond = (statistic.deviation() - shift) / law.std;
  const bool bounded = std::isfinite(law.reach);
  const double limit = bounded ? bernstein_limit(probability, count, 1, law.reach)
                               : normal_mean_limit(probability, count);
  statistic.limit = limit * law.std + shift;
  statistic.probability = bounded ? bernstein_probability(beyond, count, 1, law.reach)
                                  : normal_mean_probability(beyond, count);
  statistic.hint = "The mean is " + rounded(statistic.deviation() / law.std) +
                   " standard deviations too " +
                   (statistic.actual > law.mean ? "large." : "small.");
  return statistic;
}

// In units of the variance, so that 1 is expected.
double normalised_limit(const ContinuousLaw& law, double count, double probability, bool above) {
  if (!std::isfinite(law.reach)) {
    const Interval limits = normal_square_limits(probability, count);
    return above ? limits.high : limits.low;
  }
  const double square = law.reach * law.reach;
  const double limit =
      bernstein_limit(probability, count, law.fourth_moment - 1, std::max(1.0, square - 1));
  return above ? 1 + limit : std::max(0.0, 1 - limit);
}

double normalised_probability(const ContinuousLaw& law, double count, double mean_square) {
  if (!std::isfinite(law.reach)) return normal_square_probability(mean_square, count);
  return bernstein_probability(std::fabs(mean_square - 1), count, law.fourth_moment - 1,
                               std::max(1.0, law.reach * law.reach - 1));
}

Statistic variance_statistic(const Draw& draw, const ContinuousLaw& law, double probability) {
  const auto count = static_cast<double>(draw.numbers.size());
  double sum = 0;
  for (const double number : draw.numbers) {
    const double z = (number - law.mean) / law.std;
    sum += z * z;
  }
  const double mean_square = sum / count;
  const bool above = mean_square > 1;
  // Root mean squares: the triangle inequality bounds how far rounding moves one.
  const double shift = law.absolute_shift / law.std;
  const double exact = normalised_limit(law, count, probability, above);
  const double factor = above ? 1 + law.relative_shift : 1 - law.relative_shift;
  const double root = std::max(0.0, factor * std::sqrt(exact) + (above ? shift : -shift));
  const double nearest =
      std::max(0.0, (std::sqrt(mean_square) - (above ? shift : -shift)) / factor);
  const double unrounded = nearest * nearest;
  const bool explained = above ? unrounded <= 1 : unrounded >= 1;

  const double variance = law.std * law.std;
  Statistic statistic{.check = Check::kVariance, .name = "the variance", .expected = variance};
  statistic.actual = mean_square * variance;
  statistic.limit = std::fabs(root * root - 1) * variance;
  statistic.probability = explained ? 1 : normalised_probability(law, count, unrounded);
  statistic.hint = "The variance, around the mean of the distribution, is " +
                   percent(std::fabs(mean_square - 1)) + " too " + (above ? "large" : "small") +
                   ": the standard deviation is " + rounded(std::sqrt(mean_square)) +
                   " times the expected one.";
  return statistic;
}

Statistic distribution_statistic(const Draw& draw, const ContinuousLaw& law, double probability) {
  const auto count = static_cast<double>(draw.numbers.size());
  std::vector<std::int64_t> histogram(kPlaces + 1, 0);  // entry k: shares in ((k - 1), k] / kPlaces
  for (const double number : draw.numbers) {
    const double share = std::clamp(law.transform(number), 0.0, 1.0);
    ++histogram[static_cast<std::size_t>(std::ceil(share * kPlaces))];
  }
  Statistic statistic{.check = Check::kDistribution,
                      .name = "the largest difference between the distribution functions"};
  double cumulated = 0;
  double observed_there = 0, expected_there = 0;
  for (int k = 0; k < kPlaces; ++k) {
    cumulated += static_cast<double>(histogram[static_cast<std::size_t>(k)]);
    const double place = static_cast<double>(k) / kPlaces;
    const double observed = cumulated / count;
    const double high = law.share_up_to(place + law.transform_shift);
    const double low = law.share_up_to(std::max(0.0, place - law.transform_shift));
    const double difference = std::max(observed - high, low - observed);
    if (difference <= statistic.actual) continue;
    statistic.actual = difference;
    observed_there = observed;
    expected_there = law.share_up_to(place);
  }
  statistic.limit = kolmogorov_limit(probability, count);
  statistic.probability = kolmogorov_probability(statistic.actual, count);
  statistic.hint = "The shape of the distribution is another one: " + percent(observed_there) +
                   " of the elements lie where the lowest " + percent(expected_there) +
                   " should be.";
  return statistic;
}

// A right generator with few random bits cannot make larger numbers than these bits allow: those that
// are exceeded with a probability of four times the least one are within its reach.
Statistic tail_statistic(const Draw& draw, const ContinuousLaw& law, double probability) {
  const auto count = static_cast<double>(draw.numbers.size());
  const double reached = normal_size(std::exp2(2 - fewest_random_bits(draw.sample->dtype)));
  const double shift = law.absolute_shift / law.std;
  const Interval limits = largest_normal_limits(probability, count);
  const Interval likely = largest_normal_limits(1, count);  // both ends are the median
  Statistic statistic{.check = Check::kTails,
                      .name = "the largest distance from the mean, in standard deviations",
                      .expected = std::min(likely.low, reached)};
  for (const double number : draw.numbers) {
    statistic.actual = std::max(statistic.actual, std::fabs(number - law.mean) / law.std);
  }
  const bool above = statistic.actual > statistic.expected;
  const double high = limits.high * (1 + law.relative_shift) + shift;
  const double low = std::min(limits.low, reached) * (1 - law.relative_shift) - shift;
  statistic.limit = above ? high - statistic.expected : statistic.expected - low;
  statistic.probability =
      largest_normal_probability(above ? (statistic.actual - shift) / (1 + law.relative_shift)
                                       : (statistic.actual + shift) / (1 - law.relative_shift),
                                 count);
  statistic.hint = above ? "A number is farther from the mean than chance brings it."
                         : "The tails are missing: no number is more than " +
                               rounded(statistic.actual) + " standard deviations from the mean.";
  return statistic;
}

Statistic frequency_statistic(const Draw& draw, const BernoulliDistribution& bernoulli,
                              double probability) {
  const auto count = static_cast<double>(draw.numbers.size());
  const Interval p = probabilities_of(bernoulli, draw.sample->dtype);
  Statistic statistic{.check = Check::kFrequency,
                      .name = "the share of elements that are not 0",
                      .expected = bernoulli.p,
                      .actual = mean_of(draw.numbers)};
  const Interval limits = share_limits(probability, count, p);
  const bool above = statistic.actual > bernoulli.p;
  statistic.limit = above ? limits.high - bernoulli.p : bernoulli.p - limits.low;
  statistic.probability = share_probability(statistic.actual, count, p);
  statistic.hint = "The probability of an element that is not 0 is about " +
                   rounded(statistic.actual) + " instead of " + rounded(bernoulli.p) + ".";
  return statistic;
}

// One step along each axis that has more than one index, and half of all numbers.
std::vector<std::size_t> lags_of(const Shape& shape) {
  std::vector<std::size_t> lags;
  std::int64_t stride = 1;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] > 1) lags.push_back(static_cast<std::size_t>(stride));
    stride *= shape[axis];
  }
  const auto half = static_cast<std::size_t>(stride / 2);
  if (half > 0 && std::ranges::find(lags, half) == lags.end()) lags.push_back(half);
  return lags;
}

}  // namespace

double Statistic::deviation() const { return std::fabs(actual - expected); }
bool Statistic::passed() const { return deviation() <= limit; }

std::vector<Statistic> goodness_of_fit(const Draw& draw, std::span<const Draw> others) {
  if (static_cast<std::int64_t>(draw.numbers.size()) < kFewestForStatistics) return {};
  const Distribution& distribution = draw.sample->distribution;
  const auto* bernoulli = std::get_if<BernoulliDistribution>(&distribution);
  const std::vector<std::size_t> lags = lags_of(draw.shape);
  const std::size_t cross = std::size(kCrossLags) * others.size();
  const Scores scores = scores_of(draw);
  double probability = 0;  // of each statistic
  std::vector<Statistic> statistics;
  const auto take_serial = [&](const Scores& of_numbers, const std::string& what) {
    for (const std::size_t lag : lags) {
      statistics.push_back(serial_correlation(of_numbers, lag, what, probability));
    }
  };
  if (bernoulli != nullptr) {
    probability = kFalseAlarms / static_cast<double>(1 + lags.size() + cross);
    statistics.push_back(frequency_statistic(draw, *bernoulli, probability));
    take_serial(scores, "elements");
  } else {
    const ContinuousLaw law = law_of(distribution, draw.sample->dtype);
    const bool has_tails = !std::isfinite(law.reach);
    const std::size_t of_elements = 3 + (has_tails ? 1 : 0) + resolution_statistics(draw, law);
    probability = kFalseAlarms / static_cast<double>(of_elements + 2 * lags.size() + cross);
    statistics.push_back(mean_statistic(draw, law, probability));
    statistics.push_back(variance_statistic(draw, law, probability));
    statistics.push_back(distribution_statistic(draw, law, probability));
    take_serial(scores, "elements");
    take_serial(distance_scores_of(draw), "distances from the mean");
    if (has_tails) statistics.push_back(tail_statistic(draw, law, probability));
    for (Statistic& found : resolution(draw, law, probability)) {
      statistics.push_back(std::move(found));
    }
  }
  for (const Draw& other : others) {
    const Scores other_scores = scores_of(other);
    for (const int lag : kCrossLags) {
      statistics.push_back(cross_correlation(scores, other_scores, lag, probability));
    }
  }
  return statistics;
}

}  // namespace kassay::compare
