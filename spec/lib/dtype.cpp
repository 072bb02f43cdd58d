#include "spec/lib/dtype.h"

#include <cassert>
#include <iterator>
#include <limits>
#include <type_traits>

#include "spec/lib/names.h"

namespace kassay {
namespace {

constexpr Names<DType, std::size(kDTypes)> kNamesOfTypes{{{DType::kBool, "bool"},
                                                          {DType::kUint8, "uint8"},
                                                          {DType::kInt8, "int8"},
                                                          {DType::kInt16, "int16"},
                                                          {DType::kInt32, "int32"},
                                                          {DType::kInt64, "int64"},
                                                          {DType::kFloat16, "float16"},
                                                          {DType::kFloat32, "float32"},
                                                          {DType::kFloat64, "float64"}}};

template <class T>
constexpr FloatFormat ieee_format() {
  using Limits = std::numeric_limits<T>;
  // C++ puts the point before the first digit of the significand, IEEE 754 after it.
  return {.precision = Limits::digits,
          .min_exponent = Limits::min_exponent - 1,
          .max = Limits::max(),
          .roundoff = Limits::epsilon() / 2,
          .min_normal = Limits::min(),
          .min_subnormal = Limits::denorm_min()};
}

constexpr FloatFormat kBinary16{.precision = 11,
                                .min_exponent = -14,
                                .max = 65504,
                                .roundoff = 0x1p-11,
                                .min_normal = 0x1p-14,
                                .min_subnormal = 0x1p-24};

}  // namespace

std::string_view dtype_name(DType dtype) { return kNamesOfTypes.name(dtype); }
std::optional<DType> parse_dtype(std::string_view name) { return kNamesOfTypes.find(name); }

std::string dtype_with_article(DType dtype) {
  const std::string_view name = dtype_name(dtype);
  return std::string(name.starts_with('i') ? "an " : "a ").append(name);
}

std::string dtype_names() {
  std::string names;
  for (const DType dtype : kDTypes) {
    if (!names.empty()) names += dtype == std::end(kDTypes)[-1] ? " or " : ", ";
    names += dtype_name(dtype);
  }
  return names;
}

std::size_t dtype_size(DType dtype) {
  return with_type_of(dtype, [](auto zero) { return sizeof(zero); });
}

bool is_floating(DType dtype) {
  return dtype == DType::kFloat16 || dtype == DType::kFloat32 || dtype == DType::kFloat64;
}

bool is_integer(DType dtype) { return dtype != DType::kBool && !is_floating(dtype); }

FloatFormat float_format(DType dtype) {
  assert(is_floating(dtype));
  if (dtype == DType::kFloat16) return kBinary16;
  return dtype == DType::kFloat32 ? ieee_format<float>() : ieee_format<double>();
}

}  // namespace kassay
