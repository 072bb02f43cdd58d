// How far chance can move a statistic: probabilities, and the limits that follow from them.
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

// The number of events among trials whose probabilities, whatever the earlier outcomes, add up to at
// most `mean` (Chernoff's inequality). A limit is the number of events
// that is reached with the given probability at most.
double many_events_probability(double events, double mean);
double many_events_limit(double probability, double mean);

// That some value occurs `times` times, or more, among `count` independent numbers, where none has a
// probability above `p` (the sum over all choices of so many numbers).
double repetition_probability(double times, double count, double p);
double repetition_limit(double probability, double count, double p);

// The largest size of `count` independent standard normal numbers (exact).
double largest_normal_probability(double size, double count);
Interval largest_normal_limits(double probability, double count);
// The size that a standard normal number exceeds, in either direction, with this probability.
double normal_size(double probability);

}  // namespace kassay::compare
