#include "optimized/engine/identities.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

namespace kassay::optimized::engine {
namespace {

// These keep the order of the elements of their first argument, or of the gradient, and change only their shape or dtype.
constexpr std::array<std::string_view, 12> kKeepOrder = {
    "batch_flatten",     "cast",
    "cast_to_floatx",    "flatten",
    "identity",          "internal.broadcast_to",
    "internal.sum_to",   "move_back.batch_flatten",
    "move_back.flatten", "move_back.identity",
    "move_back.reshape", "reshape"};
static_assert(std::ranges::is_sorted(kKeepOrder));

// The place, among the values of the call, of the argument that may equal its result.
std::size_t main_argument(const Call& call) {
  return call.function().starts_with("move_back.") ? call.bound.values.size() - 2 : 0;
}

// The number, among the arrays of the call, of the argument at that place; none if the argument is not an array.
std::optional<std::size_t> array_of(const Call& call, std::size_t argument) {
  const auto found = std::ranges::find(call.open, argument);
  if (found == call.open.end()) return std::nullopt;
  return static_cast<std::size_t>(found - call.open.begin());
}

// Whether every element of the argument is this number, including the sign of zeros.
bool is_throughout(const Call& call, std::size_t argument, long double number,
                   const Constants& constants) {
  const Value* value = &call.bound.values[argument];
  if (const auto array = array_of(call, argument)) {
    const auto found = constants.find(static_cast<std::size_t>(call.arguments[*array].slot));
    if (found == constants.end()) return false;
    value = &found->second;
  }
  const auto is_number = [&](long double x) {
    return x == number && std::signbit(x) == std::signbit(number);
  };
  if (const auto* const integer = value->get_if<std::int64_t>())
    return is_number(static_cast<long double>(*integer));
  if (const auto* const real = value->get_if<double>()) return is_number(*real);
  const auto* const tensor = value->get_if<Tensor>();
  if (tensor == nullptr) return false;
  for (std::int64_t i = 0; i < tensor->size(); ++i)
    if (!is_number(element(*tensor, i))) return false;
  return true;
}

// The place of the argument that equals the result, provided its dtype and shape are those of the result.
std::optional<std::size_t> unchanged_argument(const Call& call, const Constants& constants) {
  const std::string_view function = call.function();
  if (std::ranges::binary_search(kKeepOrder, function)) return main_argument(call);
  if (function == "operator.mul") {
    if (is_throughout(call, 1, 1, constants)) return 0;
    if (is_throughout(call, 0, 1, constants)) return 1;
  }
  if (function == "operator.truediv" && is_throughout(call, 1, 1, constants)) return 0;
  if (function == "operator.sub" && is_throughout(call, 1, 0, constants)) return 0;
  return std::nullopt;
}

// The slot of the array that equals the result.
std::optional<std::size_t> same_array(const Call& call, const Constants& constants) {
  if (call.types.size() != 1) return std::nullopt;
  const auto argument = unchanged_argument(call, constants);
  if (!argument) return std::nullopt;
  const auto array = array_of(call, *argument);
  if (!array) return std::nullopt;
  const reference::TensorType &type = call.types.front(), &given = call.given[*array];
  if (given.dtype != type.dtype || given.shape != type.shape) return std::nullopt;
  return static_cast<std::size_t>(call.arguments[*array].slot);
}

}  // namespace

void pass_over_identities(std::vector<Call>& calls, const Constants& constants) {
  Renamed renamed;
  for (Call& call : calls) {
    for (auto& source : call.arguments) rename(source, renamed);
    if (const auto slot = same_array(call, constants)) renamed.emplace(call.first_slot, *slot);
  }
}

}  // namespace kassay::optimized::engine
