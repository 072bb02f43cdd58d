// What the normalisations are: (x - center) / divisor * scale + shift.
#pragma once

#include "optimized/device/bodies/listed.h"
#include "optimized/device/spread.h"

namespace kassay::optimized::device {

struct Standard {
  double center, divisor, scale, shift;
};

// What follows from a mean, a variance, a gamma and a beta; each of the last two may be null. The divisor is sqrt(variance + epsilon), or
// sqrt(variance) + epsilon.
template <class Statistic, class T>
struct Standards {
  static constexpr const char* kName = "standards";
  const Statistic *mean, *variance;
  const T *gamma, *beta;
  Standard* y;
  Spread at_mean, at_variance, at_gamma, at_beta;
  double epsilon;
  bool adds_inside;  // the root
  KASSAY_BOTH void operator()(long long i) const {
    const double v = loaded(variance + at_variance.place(i));
    // -0 changes nothing, not even the sign of a zero.
    y[i] = {loaded(mean + at_mean.place(i)),
            adds_inside ? square_root(v + epsilon) : square_root(v) + epsilon,
            gamma == nullptr ? 1.0 : loaded(gamma + at_gamma.place(i)),
            beta == nullptr ? -0.0 : loaded(beta + at_beta.place(i))};
  }
};

template <class T>
struct Standardize {
  static constexpr const char* kName = "standardize";
  const T* x;
  const Standard* standards;
  T* y;
  Spread at_x, at_standard;
  KASSAY_BOTH void operator()(long long i) const {
    const Standard by = standards[at_standard.place(i)];
    const double element = loaded(x + at_x.place(i));
    store(y + i,
          Conversion<T, double>::of((element - by.center) / by.divisor * by.scale + by.shift));
  }
};

// Numbers, rounded to a dtype.
template <class T>
struct Round {
  static constexpr const char* kName = "round";
  const double* x;
  T* y;
  KASSAY_BOTH void operator()(long long i) const { store(y + i, Conversion<T, double>::of(x[i])); }
};

using NormalizationBodies =
    Listed<Standards<Half, Half>, Standards<float, float>, Standards<double, double>,
           Standards<double, Half>, Standards<double, float>, Standardize<Half>, Standardize<float>,
           Standardize<double>, Round<Half>, Round<float>, Round<double>>;

}  // namespace kassay::optimized::device
