// Numbers for normalisations: (x - center) / divisor * scale + shift.
#pragma once

#include "optimized/device/bodies/listed.h"
#include "optimized/device/functions.h"
#include "optimized/layout.h"

namespace kassay::optimized::device {

// Computes these numbers from a mean, a variance, a gamma and a beta; gamma and beta may be null. The divisor is sqrt(variance + epsilon)
// or sqrt(variance) + epsilon. In y all centers come first, then all divisors, all scales and all shifts.
template <class Statistic, class T>
struct Standards {
  static constexpr const char* kName = "standards";
  const Statistic *mean, *variance;
  const T *gamma, *beta;
  double* y;
  long long count;
  Layout at_mean, at_variance, at_gamma, at_beta;
  double epsilon;
  bool adds_inside;  // epsilon is added inside the root
  KASSAY_BOTH void operator()(long long i) const {
    const double v = loaded(variance + at_variance.place(i));
    y[i] = loaded(mean + at_mean.place(i));
    y[count + i] = adds_inside ? square_root(v + epsilon) : square_root(v) + epsilon;
    y[2 * count + i] = gamma == nullptr ? 1.0 : loaded(gamma + at_gamma.place(i));
    // Adding -0 changes nothing, not even the sign of a zero.
    y[3 * count + i] = beta == nullptr ? -0.0 : loaded(beta + at_beta.place(i));
  }
};

// Rounds numbers to a dtype.
template <class T>
struct Round {
  static constexpr const char* kName = "round";
  const double* x;
  T* y;
  KASSAY_BOTH void operator()(long long i) const { store(y + i, Conversion<T, double>::of(x[i])); }
};

using NormalizationBodies =
    Listed<Standards<Half, Half>, Standards<float, float>, Standards<double, double>,
           Standards<double, Half>, Standards<double, float>, Round<Half>, Round<float>,
           Round<double>>;

}  // namespace kassay::optimized::device
