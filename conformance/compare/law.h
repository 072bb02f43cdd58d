// A distribution as the checks need it, as far as a tensor of a dtype can follow it.
//
// A right backend is not exactly distributed as the documents say. It rounds to the dtype; it may
// compute in the dtype; its source of randomness may give no more than the dtype's own 11, 24 or 53
// bits, cut off rather than rounded; a parameter is rounded to the dtype first. In all of these
// cases each element lies close to one that is exactly distributed. With u the unit
// roundoff of the dtype, v the exact element and y the one that came,
//
//   uniform      |y - v|  <=  4 u (high - low) + u max(|low|, |high|)
//   normal       |y - v|  <=  5 u |v - mean| + u |mean|             (truncated and clipped too)
//   Bernoulli    P(not 0) is within 4 u of p
//
// A grid of 2 u over the range and three roundings make the first; the roundings of z, of its
// product with std, of std, of mean and of the sum the second; a grid of 2 u and the roundings of p
// and of what it is compared with the third. Every check passes whatever lies within these bounds.
//
// A source for float64 may even give no more than 31 bits. In a mean or a distribution function that
// is too little to be seen; where numbers are counted that are equal, it is added to the bounds.
#pragma once

#include <functional>

#include "conformance/compare/tail_bounds.h"
#include "spec/lib/sample.h"

namespace kassay::compare {

// A continuous distribution, with atoms at its ends if it is clipped.
struct ContinuousLaw {
  double mean = 0;
  double std = 1;             // of the distribution itself, after any cut
  double fourth_moment = 3;   // of (v - mean) / std
  double reach = 0;           // the largest |v - mean| / std; infinite for the normal distribution
  Interval range;             // the range of y, rounding included
  double relative_shift = 0;  // |y - v| <= relative_shift |v - mean| + absolute_shift
  double absolute_shift = 0;

  // A distribution function of y's kind, continuous and increasing, which maps elements into
  // [0, 1]; what share of the exact elements it maps to at most s; and how far it moves at most
  // between v and y.
  std::function<double(double)> transform;
  std::function<double(double)> share_up_to;
  double transform_shift = 0;

  double most_likely = 0;  // no value of y has a larger probability; 0 for one with atoms
};

// The random bits that a uniform number has at least: 10, 23 or 31 (D-1414).
int fewest_random_bits(DType dtype);

// Precondition: a floating dtype, and not the Bernoulli distribution.
ContinuousLaw law_of(const Distribution& distribution, DType dtype);

// The range of the probability of a Bernoulli distribution.
Interval probabilities_of(const BernoulliDistribution& distribution, DType dtype);

}  // namespace kassay::compare
