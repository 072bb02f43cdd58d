// Cross-entropies of single elements.
#pragma once

#include "optimized/device/bodies/listed.h"
#include "optimized/device/limited_logarithm.h"

namespace kassay::optimized::device {

// The cross-entropy of a target and a limited probability, or of a target and a logit.
template <class T>
struct BinaryCrossentropy {
  static constexpr const char* kName = "binary crossentropy";
  const T *target, *output;
  T* y;
  bool from_logits;
  LimitedLogarithm<ComputedOf<T>> limited;
  KASSAY_BOTH void operator()(long long i) const {
    using C = ComputedOf<T>;
    const C t = loaded(target + i), p = loaded(output + i);
    if (from_logits) {
      const C rectified = p < 0 ? C{0} : p;
      store(y + i, rectified - p * t + logarithm_of_1_plus(exponential(-absolute(p))));
    } else {
      store(y + i, -(t * limited.of(p) + (1 - t) * limited.of_complement(p)));
    }
  }
};

using LossBodies =
    Listed<BinaryCrossentropy<Half>, BinaryCrossentropy<float>, BinaryCrossentropy<double>>;

}  // namespace kassay::optimized::device
