#include "optimized/cpu/operand.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace kassay::optimized {
namespace {

// The bits of the next floating number above or below; the first bit is the sign.
template <class Bits>
Bits beside(Bits bits, bool above) {
  constexpr auto kSign = static_cast<Bits>(Bits{1} << (std::numeric_limits<Bits>::digits - 1));
  const bool is_negative = (bits & kSign) != 0;
  if ((bits & ~kSign) == 0) return above ? Bits{1} : static_cast<Bits>(kSign + 1);
  return static_cast<Bits>(above == is_negative ? bits - 1 : bits + 1);
}

// Precondition: a floating dtype.
void step(Tensor& number, bool above) {
  const auto change = [&](auto bits) {
    std::byte* const data = number.mutable_bytes().data();
    std::memcpy(&bits, data, sizeof(bits));
    bits = beside(bits, above);
    std::memcpy(data, &bits, sizeof(bits));
  };
  if (number.dtype() == DType::kFloat16) return change(std::uint16_t{});
  if (number.dtype() == DType::kFloat32) return change(std::uint32_t{});
  change(std::uint64_t{});
}

long double number_of(const Value& value) {
  if (const auto* real = value.get_if<double>()) return *real;
  if (const auto* integer = value.get_if<std::int64_t>()) return static_cast<long double>(*integer);
  return *value.get_if<bool>() ? 1 : 0;
}

}  // namespace

std::optional<Tensor> as_operand(const Value& value, DType dtype) {
  if (const auto* tensor = value.get_if<Tensor>()) return *tensor;
  Tensor number(dtype, {});
  if (const auto* real = value.get_if<double>()) {
    set_element(number, 0, *real);
  } else if (const auto* integer = value.get_if<std::int64_t>()) {
    set_element(number, 0, static_cast<long double>(*integer));
  } else if (const auto* truth = value.get_if<bool>()) {
    set_element(number, 0, *truth ? 1 : 0);
  } else {
    return std::nullopt;
  }
  return number;
}

std::optional<Tensor> as_exact_operand(const Value& value, DType dtype) {
  const auto rounded = as_operand(value, dtype);
  const auto exact = as_operand(value, DType::kFloat64);
  if (!rounded || value.get_if<Tensor>() != nullptr) return rounded;
  return element(*rounded, 0) == element(*exact, 0) ? rounded : std::nullopt;
}

std::optional<Tensor> as_compared(const Value& value, DType dtype, Neighbour neighbour) {
  auto held = as_operand(value, dtype);
  if (!held || value.get_if<Tensor>() != nullptr) return held;
  const long double number = number_of(value);
  if (element(*held, 0) == number) return held;
  const bool above = neighbour == Neighbour::kAbove;
  if (!is_floating(dtype)) {
    if (neighbour == Neighbour::kNone || std::isnan(number)) return std::nullopt;
    const long double limit = above ? std::ceil(number) : std::floor(number);
    set_element(*held, 0, limit);
    return element(*held, 0) == limit ? held : std::nullopt;
  }
  if (neighbour == Neighbour::kNone)
    set_element(*held, 0, std::numeric_limits<long double>::quiet_NaN());
  else if (above ? element(*held, 0) < number : element(*held, 0) > number)
    step(*held, above);
  return held;
}

std::optional<Tensor> as_bound(const Value& value, DType dtype) {
  if (dtype == DType::kBool) return as_exact_operand(value, dtype);
  const auto rounded = as_operand(value, dtype);
  if (!rounded || is_floating(dtype) || value.get_if<Tensor>() != nullptr) return rounded;
  const auto exact = as_exact_operand(value, DType::kFloat64);
  const bool fits =
      exact && std::trunc(exact->data<double>()[0]) == static_cast<double>(element(*rounded, 0));
  return fits ? rounded : std::nullopt;
}

}  // namespace kassay::optimized
