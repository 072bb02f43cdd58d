// float16, which is stored and never computed in: a kernel of float32 that is given to `compute_wide` or `loop_wide` serves it too.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "optimized/cpu/parallel.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

void widen(const Float16* from, float* to, std::int64_t count);
void narrow(const float* from, Float16* to, std::int64_t count);  // to nearest, ties to even

// The float32 next to x towards 0, with its last bit set unless it is x. Rounding this to float16 is rounding x itself.
inline float rounded_to_odd(double x) {
  const auto nearest = static_cast<float>(x);
  auto bits = std::bit_cast<std::uint32_t>(nearest);
  bits -= std::fabs(static_cast<double>(nearest)) > std::fabs(x) ? 1 : 0;
  bits |= static_cast<double>(nearest) != x ? 1 : 0;
  return std::bit_cast<float>(bits);
}

// A float32 copy of a float16 tensor; any other tensor itself.
Tensor computable(const Tensor& tensor);
// Rounds the elements of a float32 tensor into a float16 one.
void round_into(const Tensor& wide, Tensor& result);

// Calls kernel(inputs..., result) with float32 in the place of float16, whose result is rounded once.
template <class Kernel, class... Inputs>
void compute_wide(Tensor& result, Kernel&& kernel, const Inputs&... inputs) {
  if (result.dtype() != DType::kFloat16) {
    kernel(computable(inputs)..., result);
    return;
  }
  Tensor wide = Tensor::unspecified(DType::kFloat32, result.shape());
  kernel(computable(inputs)..., wide);
  round_into(wide, result);
}

// Calls loop(x, y, count), which makes y[i] of x[i], for at most kBlock elements: float16 goes through the first-level cache.
template <class T, class Loop>
void loop_wide(const T* x, T* y, std::int64_t count, Loop&& loop) {
  loop(x, y, count);
}
template <class Loop>
void loop_wide(const Float16* x, Float16* y, std::int64_t count, Loop&& loop) {
  std::array<float, kBlock> wide;
  widen(x, wide.data(), count);
  loop(wide.data(), wide.data(), count);
  narrow(wide.data(), y, count);
}

// Calls visit(T{}), T being the C++ type of a dtype to compute in: any but float16.
template <class Visit>
void with_computable_type(DType dtype, Visit&& visit) {
  with_type_of(dtype, [&](auto sample) {
    if constexpr (!std::is_same_v<decltype(sample), Float16>) visit(sample);
  });
}
// The same for the integers and bool alone.
template <class Visit>
void with_integral_type(DType dtype, Visit&& visit) {
  with_type_of(dtype, [&](auto sample) {
    if constexpr (std::is_integral_v<decltype(sample)>) visit(sample);
  });
}
// The same for float32 and float64 alone.
template <class Visit>
void with_float_type(DType dtype, Visit&& visit) {
  if (dtype == DType::kFloat32) {
    visit(float{});
  } else {
    visit(double{});
  }
}

}  // namespace kassay::optimized
