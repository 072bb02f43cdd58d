// Arithmetic on integers that wraps instead of overflowing.
#pragma once

#include <cstdint>
#include <type_traits>

namespace kassay::optimized {

// The type to compute T in: unsigned, so that results wrap into T; bool as 0 and 1; other types as themselves.
template <class T>
constexpr auto wrapping(T number) {
  if constexpr (!std::is_integral_v<T>) {
    return number;
  } else if constexpr (sizeof(T) <= sizeof(std::uint32_t)) {
    return static_cast<std::uint32_t>(number);
  } else {
    return static_cast<std::uint64_t>(number);
  }
}

}  // namespace kassay::optimized
