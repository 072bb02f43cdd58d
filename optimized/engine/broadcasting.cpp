#include "optimized/engine/broadcasting.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "optimized/engine/elementwise.h"
#include "reference/arrays/axes.h"

namespace kassay::optimized::engine {
namespace {

// The common broadcast shape of these types. Precondition: they broadcast.
Shape joined_shape(const std::vector<reference::TensorType>& types) {
  Shape joined;
  for (const reference::TensorType& type : types)
    joined = reference::broadcast_shapes(joined, type.shape);
  return joined;
}

bool is_bias_of_last_axis(const Call& call) {
  if (call.function() != "bias_add" || call.types.empty() || call.open.size() != 2) return false;
  if (call.given[1].shape.size() != 1) return false;
  const auto* const format = call.bound.values[2].get_if<std::string>();
  return call.given[0].shape.size() == 2 ||
         (format == nullptr ? call.bound.settings->image_data_format : *format) == "channels_last";
}

Call as_addition(const Call& bias, const Level& level) {
  static const std::string name = "operator.add";
  Call addition =
      made_call(*reference::find_internal_signature(name), reference::find_internal_kernel(name),
                level, bias, bias.arguments, {}, bias.first_slot, bias.types.front());
  addition.given = bias.given;
  return addition;
}

// One element of a constant with several elements if they are all the same, bit by bit.
std::optional<Tensor> only_element(const Value& constant) {
  const auto* const tensor = constant.get_if<Tensor>();
  if (tensor == nullptr || tensor->size() < 2) return std::nullopt;
  const std::span<const std::byte> bytes = tensor->bytes();
  const std::size_t size = dtype_size(tensor->dtype());
  if (!std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(size), bytes.end(), bytes.begin()))
    return std::nullopt;
  Tensor element =
      Tensor::unspecified(tensor->dtype(), Shape(static_cast<std::size_t>(tensor->rank()), 1));
  std::ranges::copy(bytes.first(size), element.mutable_bytes().begin());
  return element;
}

// What element-wise calls read instead of an array.
struct Stretched {
  reference::Plan::Source source;
  reference::TensorType type;
};

}  // namespace

void absorb_broadcasts(std::vector<Call>& calls, const Level& level, Constants& constants,
                       std::size_t& slot_count) {
  std::map<std::size_t, Stretched> stretched;  // by slot
  Constants elements;
  for (const auto& [slot, constant] : constants) {
    const auto element = only_element(constant);
    if (!element) continue;
    stretched.emplace(slot, Stretched{{static_cast<std::ptrdiff_t>(slot_count), {}, {}},
                                      {element->dtype(), element->shape()}});
    elements.emplace(slot_count++, *element);
  }
  constants.merge(elements);
  for (Call& call : calls) {
    if (is_bias_of_last_axis(call)) call = as_addition(call, level);
    if (call.function() == "internal.broadcast_to" && !call.types.empty() && call.open.size() == 1)
      stretched.emplace(call.first_slot, Stretched{call.arguments.front(), call.given.front()});
    if (!is_elementwise(call)) continue;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const auto found = stretched.find(static_cast<std::size_t>(call.arguments[i].slot));
      if (found == stretched.end()) continue;
      std::vector<reference::TensorType> given = call.given;
      given[i] = found->second.type;
      if (joined_shape(given) != call.types.front().shape) continue;
      call.given = std::move(given);
      call.arguments[i] = found->second.source;
    }
  }
}

}  // namespace kassay::optimized::engine
