// Results that must have the bits of the reference, which computes in a long double and rounds once: a number that is known well enough
// in float64 is rounded from there, and only one that lies too near to a boundary of rounding is computed as the reference does.
#pragma once

#include <cstdint>

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// At most this many at a time.
inline constexpr std::int64_t kRoundedTogether = 256;

// Rounds numbers that are at most errors[i] from values[i], if all numbers so near round to the same. Returns whether some did not:
// they are marked in `doubtful`.
bool round_if_certain(const double* values, const double* errors, std::int64_t count, float* to,
                      bool* doubtful);
bool round_if_certain(const double* values, const double* errors, std::int64_t count, Float16* to,
                      bool* doubtful);
// A long double knows too little more than float64 for this: all are doubtful.
bool round_if_certain(const double* values, const double* errors, std::int64_t count, double* to,
                      bool* doubtful);

// The same, and exact(i) is the long double to round where that is in doubt.
template <class T, class Exact>
void round_certainly(const double* values, const double* errors, std::int64_t count, T* to,
                     bool* doubtful, Exact&& exact) {
  if (!round_if_certain(values, errors, count, to, doubtful)) return;
  for (std::int64_t i = 0; i < count; ++i) {
    if (doubtful[i]) to[i] = static_cast<T>(exact(i));
  }
}

}  // namespace kassay::optimized
