// Whether the numbers of a draw depend on each other, or on those of another one.
#pragma once

#include <string>

#include "conformance/compare/goodness_of_fit.h"

namespace kassay::compare {

// Numbers made comparable: independent, of mean 0, variance 1 and size at most `reach`, up to the
// effects of rounding (law.h).
struct Scores {
  std::vector<double> values;
  double reach = 0;
  double shift = 0;           // how far each may be from an exact one
  double mean_shift = 0;      // how far their true mean may be from 0,
  double variance_shift = 0;  // and their variance above 1
};

Scores scores_of(const Draw& draw);
// Scores of the distances from the median, in shares. Precondition: not the Bernoulli distribution.
Scores distance_scores_of(const Draw& draw);

// Elements i and i + lag. Runs of `lag` elements alternate, so that each element is in one product.
// `what` names the numbers that the scores are of: "elements".
Statistic serial_correlation(const Scores& scores, std::size_t lag, const std::string& what,
                             double probability);

// Element i here with element i + lag there; lag is -1, 0 or 1. Both have the same size.
Statistic cross_correlation(const Scores& here, const Scores& there, int lag, double probability);
inline constexpr int kCrossLags[] = {0, 1, -1};

}  // namespace kassay::compare
