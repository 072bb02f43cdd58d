// Results with the same bits as in the reference, which computes in long double and rounds once. A number known precisely enough in float64
// is rounded from there; only a number too near to a rounding boundary is computed as in the reference.
#pragma once

#include <cstdint>

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// The most numbers per call.
inline constexpr std::int64_t kRoundedTogether = 256;

// Rounds each number within errors[i] of values[i] if all such numbers round to the same one; marks the others in `doubtful`. Returns
// whether any are doubtful.
bool round_if_certain(const double* values, const double* errors, std::int64_t count, float* to,
                      bool* doubtful);
bool round_if_certain(const double* values, const double* errors, std::int64_t count, Float16* to,
                      bool* doubtful);
// Here long double is not much more precise than float64: all numbers are doubtful.
bool round_if_certain(const double* values, const double* errors, std::int64_t count, double* to,
                      bool* doubtful);

// The same, but rounds the long double exact(i) for doubtful numbers.
template <class T, class Exact>
void round_certainly(const double* values, const double* errors, std::int64_t count, T* to,
                     bool* doubtful, Exact&& exact) {
  if (!round_if_certain(values, errors, count, to, doubtful)) return;
  for (std::int64_t i = 0; i < count; ++i) {
    if (doubtful[i]) to[i] = static_cast<T>(exact(i));
  }
}

}  // namespace kassay::optimized
