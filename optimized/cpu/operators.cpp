#include "optimized/cpu/operators.h"

#include <cmath>
#include <limits>
#include <optional>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/operand.h"
#include "optimized/cpu/wrapping.h"

// Without FMA instructions, a multiplication and addition with one rounding would be a function call.
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#define KASSAY_HAS_FMA
#endif

namespace kassay::optimized {
namespace {

// The exact value of a number used with a floating tensor, not rounded to the tensor's dtype. None if float64 cannot hold it.
std::optional<double> exact_number(const Value& value) {
  const auto number = as_exact_operand(value, DType::kFloat64);
  return number ? std::optional(number->data<double>()[0]) : std::nullopt;
}

// result[i] = operation(x[i]) for a floating tensor and a number; in float64 if float32 cannot hold the number.
template <class Operation>
bool beside_number(const Tensor& x, double number, Tensor& result, Operation operation) {
  if (static_cast<double>(static_cast<float>(number)) == number) {
    return unary(x, result, traceable([=](auto element) {
                   return operation(element, static_cast<decltype(element)>(number));
                 }));
  }
  return unary(x, result,
               traceable([=](auto element) { return in_float64(element, number, operation); }));
}

#ifdef KASSAY_HAS_FMA
// A number as the sum of two float32, which hold 47 bits of it. Both have its sign, so that products with infinities and zeros are the same
// as with `high`.
struct TwoFloats {
  float high, low;
};

// None if one float32 holds the number, or if `low` would lose bits or exceed float32.
std::optional<TwoFloats> two_floats(double number) {
  constexpr double kLeast = 0x1p-100, kMost = std::numeric_limits<float>::max();
  if (!(std::fabs(number) >= kLeast && std::fabs(number) <= kMost)) return {};
  auto high = static_cast<float>(number);
  if (std::fabs(static_cast<double>(high)) > std::fabs(number)) high = std::nextafter(high, 0.0F);
  const auto low = static_cast<float>(number - static_cast<double>(high));
  return low == 0 ? std::nullopt : std::optional(TwoFloats{high, low});
}

// x * number with only one rounding that matters: the rounding of x * low is 2^-23 times smaller. (Subnormal results may be off by one.)
// Float64 would take more than twice as long, because of the conversions.
bool multiply_split(const Tensor& x, double number, TwoFloats split, Tensor& result) {
  return unary(x, result, traceable([=](auto element) {
                 using T = decltype(element);
                 if constexpr (std::is_same_v<ElementOf<T>, float>) {
                   return multiply_add(element, T{split.high}, element * T{split.low});
                 } else {
                   return element * T{number};
                 }
               }));
}
#endif

template <class Operation>
bool arithmetic(const Value& x, const Value& y, Tensor& result, Operation operation) {
  const auto* const first = x.get_if<Tensor>();
  const auto* const second = y.get_if<Tensor>();
  if (is_floating(result.dtype()) && (first == nullptr) != (second == nullptr)) {
    const auto number = exact_number(first == nullptr ? x : y);
    if (!number) return false;
    if (first != nullptr) return beside_number(*first, *number, result, operation);
    return beside_number(*second, *number, result,
                         [=](auto element, auto fixed) { return operation(fixed, element); });
  }
  const auto a = as_exact_operand(x, result.dtype()), b = as_exact_operand(y, result.dtype());
  return a && b && binary_of_any(*a, *b, result, operation);
}

}  // namespace

bool add(const Value& x, const Value& y, Tensor& result) {
  return arithmetic(x, y, result,
                    traceable([](auto a, auto b) { return wrapping(a) + wrapping(b); }));
}

bool subtract(const Value& x, const Value& y, Tensor& result) {
  return arithmetic(x, y, result,
                    traceable([](auto a, auto b) { return wrapping(a) - wrapping(b); }));
}

bool multiply(const Value& x, const Value& y, Tensor& result) {
#ifdef KASSAY_HAS_FMA
  const auto* const first = x.get_if<Tensor>();
  const Tensor* const tensor = first != nullptr ? first : y.get_if<Tensor>();
  const Value& other = first != nullptr ? y : x;
  if (tensor != nullptr && is_floating(result.dtype()) && other.get_if<Tensor>() == nullptr) {
    const auto number = exact_number(other);
    const auto split = number ? two_floats(*number) : std::nullopt;
    if (split) return multiply_split(*tensor, *number, *split, result);
  }
#endif
  return arithmetic(x, y, result,
                    traceable([](auto a, auto b) { return wrapping(a) * wrapping(b); }));
}

bool divide(const Value& x, const Value& y, Tensor& result) {
  if (!is_floating(result.dtype())) return false;
  return arithmetic(x, y, result, traceable([](auto a, auto b) { return a / b; }));
}

bool negate(const Tensor& x, Tensor& result) {
  return unary_of_any(x, result, traceable([](auto element) { return -wrapping(element); }));
}

}  // namespace kassay::optimized
