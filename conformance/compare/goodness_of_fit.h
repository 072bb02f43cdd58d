// Whether numbers are a sample of a distribution.
//
// A right generator fails the checks of one output, all together, with a probability of at most
// 1e-9: each of the s statistics below that are taken of the output has a limit that chance exceeds
// with a probability of at most 1e-9 / s. The limits hold for every sample size (tail_bounds.h) and
// for every element that is as close to an exact one as law.h allows.
//
//   mean          of the elements
//   variance      the mean square of (element - mean of the distribution)
//   distribution  the largest difference between the empirical distribution function and the true
//                 one, at 1024 places
//   frequency     Bernoulli, instead of the three above: the share of the elements that are not 0
//   correlation   of elements that are a given distance apart, in the row-major order of what was
//                 drawn: one step along each axis, and half of all; but for Bernoulli, also of
//                 their distances from the mean
//   tails         normal: the largest distance from the mean
//   resolution    but for Bernoulli: how many numbers are equal to an earlier one, how often the
//                 most frequent one occurs, the random bits of uniform numbers, whether all fit into
//                 a narrower type
//   dependence    correlation with the elements of another output, at the same place and at the two
//                 neighbouring ones
//
// The coarsest right source has 10 random bits in float16, 23 in float32, 31 in float64 (D-1414).
// At the end of an odd count of normal float64 numbers the mean itself is a failure too. Of 31 bits
// it comes with a probability of 2^-30 there, so that such an output may fail with 2e-9 in all.
//
// Tier core takes statistics of 291 outputs in edition ko, as many in zh and fewer in ja, so that
// chance fails a right backend in a whole run with a probability below 1e-6.
//
// Correlations are means of products of scores: (element - mean) / std, but of a normal
// distribution sqrt(12) (share of smaller elements - 1/2), so that scores are bounded. Each element
// is used in one product only, so that the products are independent.
//
// Power. A fault is found with a probability of at least 1 - 1e-9 where it moves a statistic by the
// limit and, beyond that, by what chance takes back: six standard deviations of the statistic under
// the fault, together about twice the limit. The smallest samples, by that computation:
//
//   variance of a normal 2 % off                               780,000
//   variance of a truncated normal 2 % off                     560,000
//   mean of a normal 0.02 standard deviations off              380,000
//   tails of a normal cut at 4 standard deviations            380,000
//   p = 0.31 for 0.3                                           320,000
//   neighbours correlated by 0.1                                34,000
//   mean of a normal 0.1 standard deviations off                15,300
//   clipped normal for a truncated one (variance 19 % off)       7,900
//   std taken for the variance where it is 2                       700
//   a normal for a truncated one (4.6 % out of range)              450
//   the same numbers twice, in one output or in two                400
//
// (tests/power_test.cpp shows it at the sizes that the vectors have.)
#pragma once

#include <span>
#include <string>
#include <vector>

#include "spec/lib/results.h"
#include "spec/lib/sample.h"

namespace kassay::compare {

inline constexpr double kFalseAlarms = 1e-9;  // per output
// With fewer numbers, only the range is checked.
inline constexpr std::int64_t kFewestForStatistics = 256;

// The drawn numbers: those of a tensor, one from each group that shares a draw.
struct Draw {
  const ExpectedSample* sample = nullptr;
  std::vector<double> numbers;  // of a Bernoulli distribution: 1 if the element is not 0
  Shape shape;
};

struct Statistic {
  Check check = Check::kMean;
  std::string name;  // "the mean"
  double expected = 0;
  double actual = 0;
  double limit = 0;        // of |actual - expected|, to the side where actual lies
  double probability = 1;  // at most the probability of so large a deviation, from a right
                           // generator
  std::string hint = {};   // what a deviation means, a sentence

  double deviation() const;
  bool passed() const;  // false if something is NaN
};

// Statistics of a draw that is within its range, against other draws of the same size that it must
// be independent of. Empty for fewer than kFewestForStatistics numbers.
std::vector<Statistic> goodness_of_fit(const Draw& draw, std::span<const Draw> others);

}  // namespace kassay::compare
