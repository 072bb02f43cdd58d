#include "optimized/cpu/operand.h"

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

}  // namespace kassay::optimized
