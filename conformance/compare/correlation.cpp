#include "conformance/compare/correlation.h"

#include <algorithm>
#include <cmath>

#include "conformance/compare/law.h"
#include "conformance/compare/tail_bounds.h"

namespace kassay::compare {
namespace {

constexpr double kSame = 0.9;  // a correlation above it is not a coincidence of two streams

Scores scores_of(const Draw& draw, const ContinuousLaw& law) {
  Scores scores;
  scores.values.reserve(draw.numbers.size());
  if (std::isfinite(law.reach)) {
    scores.reach = law.reach;
    scores.shift = law.absolute_shift / law.std + law.relative_shift * law.reach;
    for (const double number : draw.numbers) {
      scores.values.push_back((number - law.mean) / law.std);
    }
    return scores;
  }
  const double scale = std::sqrt(12.0);
  scores.reach = scale / 2;
  scores.shift = scale * law.transform_shift;
  for (const double number : draw.numbers) {
    scores.values.push_back(scale * (law.transform(number) - 0.5));
  }
  return scores;
}

Scores scores_of(const Draw& draw, const BernoulliDistribution& bernoulli) {
  const double p = bernoulli.p;
  const double std = std::sqrt(p * (1 - p));
  const Interval allowed = probabilities_of(bernoulli, draw.sample->dtype);
  Scores scores;
  scores.reach = std::max(p, 1 - p) / std;
  scores.mean_shift = std::max(allowed.high - p, p - allowed.low) / std;
  scores.variance_shift = scores.mean_shift / std;
  for (const double number : draw.numbers) scores.values.push_back((number - p) / std);
  return scores;
}

// Of `count` products of a score here and one there.
Statistic correlation_statistic(double sum, double count, const Scores& here, const Scores& there,
                                double probability) {
  const double reach = here.reach * there.reach;
  const double variance = (1 + here.variance_shift) * (1 + there.variance_shift);
  const double shift = here.reach * there.shift + there.reach * here.shift +
                       here.shift * there.shift + here.mean_shift * there.mean_shift;
  Statistic statistic;
  statistic.actual = sum / count;
  statistic.limit = bernstein_limit(probability, count, variance, reach) + shift;
  statistic.probability =
      bernstein_probability(statistic.deviation() - shift, count, variance, reach);
  return statistic;
}

}  // namespace

Scores scores_of(const Draw& draw) {
  const Distribution& distribution = draw.sample->distribution;
  if (const auto* bernoulli = std::get_if<BernoulliDistribution>(&distribution)) {
    return scores_of(draw, *bernoulli);
  }
  return scores_of(draw, law_of(distribution, draw.sample->dtype));
}

Scores distance_scores_of(const Draw& draw) {
  const ContinuousLaw law = law_of(draw.sample->distribution, draw.sample->dtype);
  const double scale = std::sqrt(12.0);
  Scores scores;
  scores.reach = scale / 2;
  scores.shift = 2 * scale * law.transform_shift;
  for (const double number : draw.numbers) {
    const double distance = std::fabs(2 * std::clamp(law.transform(number), 0.0, 1.0) - 1);
    scores.values.push_back(scale * (distance - 0.5));
  }
  return scores;
}

Statistic serial_correlation(const Scores& scores, std::size_t lag, const std::string& what,
                             double probability) {
  double sum = 0, count = 0;
  for (std::size_t i = 0; i + lag < scores.values.size(); ++i) {
    if (i / lag % 2 == 1) continue;
    sum += scores.values[i] * scores.values[i + lag];
    ++count;
  }
  Statistic statistic = correlation_statistic(sum, count, scores, scores, probability);
  const std::string distance = std::to_string(lag);
  statistic.check = Check::kCorrelation;
  statistic.name = "the correlation of " + what + " " + distance + " apart";
  statistic.hint = statistic.actual > kSame
                       ? "The " + what + " repeat: " + distance + " further on is the same."
                       : "The " + what + " " + distance + " apart depend on each other.";
  return statistic;
}

Statistic cross_correlation(const Scores& here, const Scores& there, int lag, double probability) {
  const std::size_t first_here = lag < 0 ? 1 : 0;
  const std::size_t first_there = lag > 0 ? 1 : 0;
  const std::size_t count = here.values.size() - (lag == 0 ? 0 : 1);
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    sum += here.values[i + first_here] * there.values[i + first_there];
  }
  Statistic statistic =
      correlation_statistic(sum, static_cast<double>(count), here, there, probability);
  statistic.check = Check::kDependence;
  statistic.name = lag == 0 ? "the correlation with another output"
                            : "the correlation with another output, one element on";
  const char* same =
      lag == 0 ? "The same numbers come again." : "The same numbers come again, one element on.";
  statistic.hint =
      statistic.actual > kSame ? same : "The numbers depend on those of another output.";
  return statistic;
}

}  // namespace kassay::compare
