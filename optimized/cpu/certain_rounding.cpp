#include "optimized/cpu/certain_rounding.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "optimized/cpu/half.h"

namespace kassay::optimized {

bool round_if_certain(const double* values, const double* errors, std::int64_t count, float* to,
                      bool* doubtful) {
  int any = 0;
#pragma omp simd reduction(| : any)
  for (std::int64_t i = 0; i < count; ++i) {
    const auto low = static_cast<float>(values[i] - errors[i]);
    const auto high = static_cast<float>(values[i] + errors[i]);
    to[i] = low;
    const bool differs =
        std::bit_cast<std::uint32_t>(low) != std::bit_cast<std::uint32_t>(high) || low != low;
    doubtful[i] = differs;
    any |= static_cast<int>(differs);
  }
  return any != 0;
}

// Goes through float32, whose rounding widens the bounds.
bool round_if_certain(const double* values, const double* errors, std::int64_t count, Float16* to,
                      bool* doubtful) {
  constexpr double kRelative = 0x1p-23, kSubnormal = 0x1p-149;
  std::array<float, kRoundedTogether> low{}, high{};
  std::array<Float16, kRoundedTogether> upper;
#pragma omp simd
  for (std::int64_t i = 0; i < count; ++i) {
    const double error = errors[i] + (std::fabs(values[i]) + errors[i]) * kRelative + kSubnormal;
    low[static_cast<std::size_t>(i)] = static_cast<float>(values[i] - error);
    high[static_cast<std::size_t>(i)] = static_cast<float>(values[i] + error);
  }
  narrow(low.data(), to, count);
  narrow(high.data(), upper.data(), count);
  bool any = false;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    doubtful[i] = to[i].bits() != upper[at].bits() || low[at] != low[at];
    any = any || doubtful[i];
  }
  return any;
}

bool round_if_certain(const double* /*values*/, const double* /*errors*/, std::int64_t count,
                      double* /*to*/, bool* doubtful) {
  std::fill_n(doubtful, count, true);
  return true;
}

}  // namespace kassay::optimized
