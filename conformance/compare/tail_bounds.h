// How far chance alone takes a statistic: probabilities, and the limits that follow from them.
//
// All hold for every number of elements, not only in the limit of many: they are exact, or
// inequalities that err to the side of passing. A probability is that of a deviation at least as
// large in either direction; a limit is the deviation whose probability is at most the given one.
#pragma once

namespace kassay::compare {

struct Interval {
  double low = 0;
  double high = 0;
};

// The mean of independent numbers of mean 0, variance at most `variance` and size at most `reach`
// (Bernstein's inequality).
double bernstein_probability(double deviation, double count, double variance, double reach);
double bernstein_limit(double probability, double count, double variance, double reach);

// The largest distance between the empirical and the true distribution function, continuous or not
// (the inequality of Dvoretzky, Kiefer and Wolfowitz with Massart's constant).
double kolmogorov_probability(double deviation, double count);
double kolmogorov_limit(double probability, double count);

// The mean of independent standard normal numbers (exact).
double normal_mean_probability(double deviation, double count);
double normal_mean_limit(double probability, double count);

// The mean square of independent standard normal numbers, which is around 1 (exact: chi-squared).
double normal_square_probability(double mean_square, double count);
Interval normal_square_limits(double probability, double count);

// The share of successes among independent trials whose probability lies in `p` (exact: binomial).
double share_probability(double share, double count, Interval p);
Interval share_limits(double probability, double count, Interval p);

}  // namespace kassay::compare
