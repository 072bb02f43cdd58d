// Logarithms of probabilities limited to epsilon..1 - epsilon.
#pragma once

#include "optimized/device/functions.h"

namespace kassay::optimized::device {

// `least` and `most` are the numbers of type C next to the limits, on the inside. A number beyond them gets the logarithm of the limit
// itself, which matters near 1.
template <class C>
struct LimitedLogarithm {
  C least, most;
  C of_least, of_most;

  // log(p) of a probability. NaN stays.
  KASSAY_BOTH C of(C p) const {
    if (p < least) return of_least;
    return p > most ? of_most : logarithm(p);
  }
  // log(1 - p).
  KASSAY_BOTH C of_complement(C p) const {
    if (p < least) return of_most;
    return p > most ? of_least : logarithm_of_1_plus(-p);
  }
};

}  // namespace kassay::optimized::device
