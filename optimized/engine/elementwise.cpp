#include "optimized/engine/elementwise.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace kassay::optimized::engine {
namespace {

constexpr std::array<std::string_view, 34> kElementwise = {
    "abs",
    "cast",
    "cast_to_floatx",
    "clip",
    "cos",
    "elu",
    "equal",
    "exp",
    "greater",
    "greater_equal",
    "hard_sigmoid",
    "internal.select",
    "less",
    "less_equal",
    "log",
    "maximum",
    "minimum",
    "not_equal",
    "operator.add",
    "operator.mul",
    "operator.neg",
    "operator.sub",
    "operator.truediv",
    "pow",
    "relu",
    "round",
    "sigmoid",
    "sign",
    "sin",
    "softplus",
    "softsign",
    "sqrt",
    "square",
    "tanh",
};
static_assert(std::ranges::is_sorted(kElementwise));

// Whether the constant is the same for all elements.
bool is_plain(const Value& value) {
  const auto* const tensor = value.get_if<Tensor>();
  return tensor == nullptr ? value.get_if<List>() == nullptr : tensor->rank() == 0;
}

}  // namespace

bool is_elementwise(std::string_view function) {
  return std::ranges::binary_search(kElementwise, function);
}

bool is_elementwise(const Call& call) {
  const auto is_array = [](const auto& source) { return source.slot >= 0; };
  return call.types.size() == 1 && is_elementwise(call.function()) &&
         std::ranges::all_of(call.arguments, is_array) &&
         std::ranges::all_of(call.bound.values, is_plain);
}

}  // namespace kassay::optimized::engine
