#include "optimized/engine/broadcasting.h"

#include <algorithm>
#include <map>
#include <string>

#include "optimized/engine/elementwise.h"
#include "reference/runtime/operators.h"

namespace kassay::optimized::engine {
namespace {

// The shape that these become together. Precondition: they broadcast.
Shape joined_shape(const std::vector<reference::TensorType>& types) {
  Shape joined;
  for (const reference::TensorType& type : types) {
    const Shape& shape = type.shape;
    if (shape.size() > joined.size())
      joined.insert(joined.begin(), shape.size() - joined.size(), 1);
    for (std::size_t back = 1; back <= shape.size(); ++back) {
      const std::int64_t size = shape[shape.size() - back];
      if (size != 1) joined[joined.size() - back] = size;
    }
  }
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
      made_call(*reference::find_internal_signature(name), *reference::find_internal_kernel(name),
                level, bias, bias.arguments, {}, bias.first_slot, bias.types.front());
  addition.given = bias.given;
  return addition;
}

}  // namespace

void absorb_broadcasts(std::vector<Call>& calls, const Level& level) {
  std::map<std::size_t, const Call*> stretched;  // by slot
  for (Call& call : calls) {
    if (is_bias_of_last_axis(call)) call = as_addition(call, level);
    if (call.function() == "internal.broadcast_to" && !call.types.empty()) {
      if (call.open.size() == 1) stretched.emplace(call.first_slot, &call);
      continue;
    }
    if (!is_elementwise(call)) continue;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const auto found = stretched.find(static_cast<std::size_t>(call.arguments[i].slot));
      if (found == stretched.end()) continue;
      std::vector<reference::TensorType> given = call.given;
      given[i] = found->second->given.front();
      if (joined_shape(given) != call.types.front().shape) continue;
      call.given = std::move(given);
      call.arguments[i] = found->second->arguments.front();
    }
  }
}

}  // namespace kassay::optimized::engine
