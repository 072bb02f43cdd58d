#include "optimized/cpu/conversion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/half.h"

namespace kassay::optimized {
namespace {

// Integers wrap in two's complement; NaN and infinities become 0.
template <class Integer>
Integer truncated(double value) {
  constexpr double kTwoTo64 = 0x1p64;
  if (!std::isfinite(value)) return 0;
  const auto bits = static_cast<std::uint64_t>(std::fmod(std::fabs(std::trunc(value)), kTwoTo64));
  return static_cast<Integer>(value < 0 ? 0 - bits : bits);
}

// Bound by memory if all numbers of a block fit into an int32 (int64 for results of that dtype); this is checked first.
template <class From, class To>
void truncate(const From* from, To* to, std::int64_t count) {
  using Near = std::conditional_t<sizeof(To) == 8, std::int64_t, std::int32_t>;
  constexpr From kLimit = sizeof(To) == 8 ? static_cast<From>(0x1p63) : static_cast<From>(0x1p31);
  int outside = 0;
#pragma omp simd reduction(| : outside)
  for (std::int64_t i = 0; i < count; ++i)
    outside |= static_cast<int>(!(from[i] > -kLimit && from[i] < kLimit));
  if (outside == 0) {
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<To>(static_cast<Near>(from[i]));
  } else {
    for (std::int64_t i = 0; i < count; ++i) to[i] = truncated<To>(static_cast<double>(from[i]));
  }
}

// Precondition: at most kBlock elements.
template <class From, class To>
void convert(const From* from, To* to, std::int64_t count) {
  if constexpr (std::is_same_v<From, Float16>) {
    loop_wide(from, to, count, [](const float* wide, auto* target, std::int64_t part) {
      convert(wide, target, part);
    });
  } else if constexpr (std::is_same_v<From, float> && std::is_same_v<To, Float16>) {
    narrow(from, to, count);
  } else if constexpr (std::is_same_v<To, Float16>) {
    // float32 holds exactly every integer that does not overflow float16.
    std::array<float, kBlock> wide;
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) {
      if constexpr (std::is_same_v<From, double>) {
        wide[static_cast<std::size_t>(i)] = rounded_to_odd(from[i]);
      } else {
        wide[static_cast<std::size_t>(i)] = static_cast<float>(from[i]);
      }
    }
    narrow(wide.data(), to, count);
  } else if constexpr (std::is_same_v<To, bool>) {
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) to[i] = from[i] != 0;
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    truncate(from, to, count);
  } else {
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<To>(from[i]);
  }
}

// The dtypes determine the conversion.
std::shared_ptr<const Formula> same_element() {
  return formula_of<float, 1>(traceable([](auto element) { return element; }));
}

}  // namespace

bool cast(const Tensor& x, Tensor& result) {
  if (x.dtype() == result.dtype()) {
    result = x;
    return true;
  }
  with_type_of(x.dtype(), [&](auto sample) {
    using From = decltype(sample);
    with_type_of(result.dtype(), [&](auto wanted) {
      using To = decltype(wanted);
      const auto run = [](const From* from, To* to, std::int64_t count) {
        convert(from, to, count);
      };
      detail::map_blocks<From, To>(x, result, run, takes_notes() ? same_element() : nullptr);
    });
  });
  return true;
}

}  // namespace kassay::optimized
