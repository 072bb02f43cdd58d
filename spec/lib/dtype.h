// The element types of the API: names, sizes, limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "spec/lib/float16.h"

namespace kassay {

enum class DType { kBool, kUint8, kInt8, kInt16, kInt32, kInt64, kFloat16, kFloat32, kFloat64 };

inline constexpr DType kDTypes[] = {DType::kBool,    DType::kUint8,   DType::kInt8,
                                    DType::kInt16,   DType::kInt32,   DType::kInt64,
                                    DType::kFloat16, DType::kFloat32, DType::kFloat64};

// The name that the API uses: "bool", "int32", "float16", ...
std::string_view dtype_name(DType dtype);
std::optional<DType> parse_dtype(std::string_view name);
// With its article: "an int32", "a uint8".
std::string dtype_with_article(DType dtype);
// "bool, uint8, ... or float64": every name.
std::string dtype_names();

std::size_t dtype_size(DType dtype);
bool is_floating(DType dtype);
bool is_integer(DType dtype);  // signed or unsigned; not bool

// The parameters of rounding to a floating dtype. Only for floating dtypes.
struct FloatFormat {
  int precision;         // bits of the significand, including the hidden one
  int min_exponent;      // smallest normal number is 2^min_exponent
  double max;            // largest finite number
  double roundoff;       // u = 2^-precision
  double min_normal;     // 2^min_exponent
  double min_subnormal;  // 2^(min_exponent - precision + 1)
};
FloatFormat float_format(DType dtype);

template <class T>
struct DTypeOf;
template <>
struct DTypeOf<bool> {
  static constexpr DType value = DType::kBool;
};
template <>
struct DTypeOf<std::uint8_t> {
  static constexpr DType value = DType::kUint8;
};
template <>
struct DTypeOf<std::int8_t> {
  static constexpr DType value = DType::kInt8;
};
template <>
struct DTypeOf<std::int16_t> {
  static constexpr DType value = DType::kInt16;
};
template <>
struct DTypeOf<std::int32_t> {
  static constexpr DType value = DType::kInt32;
};
template <>
struct DTypeOf<std::int64_t> {
  static constexpr DType value = DType::kInt64;
};
template <>
struct DTypeOf<Float16> {
  static constexpr DType value = DType::kFloat16;
};
template <>
struct DTypeOf<float> {
  static constexpr DType value = DType::kFloat32;
};
template <>
struct DTypeOf<double> {
  static constexpr DType value = DType::kFloat64;
};

// Calls `function` with a value-initialised element of the C++ type of `dtype`. This is the only
// place that switches on types.
template <class Function>
decltype(auto) with_type_of(DType dtype, Function&& function) {
  switch (dtype) {
    case DType::kBool:
      return function(bool{});
    case DType::kUint8:
      return function(std::uint8_t{});
    case DType::kInt8:
      return function(std::int8_t{});
    case DType::kInt16:
      return function(std::int16_t{});
    case DType::kInt32:
      return function(std::int32_t{});
    case DType::kInt64:
      return function(std::int64_t{});
    case DType::kFloat16:
      return function(Float16{});
    case DType::kFloat32:
      return function(float{});
    case DType::kFloat64:
      break;
  }
  return function(double{});
}

}  // namespace kassay
