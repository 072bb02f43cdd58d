// Shared by the cross-entropies: logarithms of probabilities limited to epsilon..1 - epsilon.
#pragma once

#include <cmath>
#include <limits>

#include "optimized/cpu/vector_math.h"

namespace kassay::optimized {

// The bounds lie between numbers of T; a number beyond them gets the logarithm of the bound itself, which matters near 1.
template <class T>
class LimitedLogarithm {
 public:
  explicit LimitedLogarithm(double epsilon)
      : least_(static_cast<T>(epsilon)),
        most_(static_cast<T>(1 - epsilon)),
        of_least_(static_cast<T>(std::log(epsilon))),
        of_most_(static_cast<T>(std::log1p(-epsilon))) {
    if (static_cast<double>(least_) < epsilon)
      least_ = std::nextafter(least_, std::numeric_limits<T>::infinity());
    if (static_cast<double>(most_) > 1 - epsilon) most_ = std::nextafter(most_, T{0});
  }

  // log(p) of a probability.
  T operator()(T p) const {
    const T inside = vlog(p);
    const T raised = p > most_ ? of_most_ : inside;
    return p < least_ ? of_least_ : raised;
  }
  // log(1 - p).
  T of_complement(T p) const {
    const T inside = vlog1p(-p);
    const T raised = p > most_ ? of_least_ : inside;
    return p < least_ ? of_most_ : raised;
  }

 private:
  T least_, most_, of_least_, of_most_;
};

}  // namespace kassay::optimized
