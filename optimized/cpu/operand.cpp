#include "optimized/cpu/operand.h"

#include <cmath>

namespace kassay::optimized {

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
