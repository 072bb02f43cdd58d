#include "optimized/engine/gradients.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace kassay::optimized::engine {
namespace {

using reference::Kind;
using reference::Plan;

// Takes x, the gradient of the pooled tensor, and the windows.
const reference::Signature& to_first_maximum() {
  static const reference::Signature signature = made_signature(
      "internal.to_first_maximum",
      {{"x", Kind::kTensor, {}}, {"g", Kind::kTensor, {}}, {"windows", Kind::kInts, {}}});
  return signature;
}

// The calls of a list, by the slots of their first results.
class Makers {
 public:
  explicit Makers(const std::vector<Call>& calls) {
    for (const Call& call : calls) makers_.emplace(call.first_slot, &call);
  }
  // The call that makes an array, if it calls this function. Its types are known if the types of a call that reads the array are.
  const Call* of(const Plan::Source& source, std::string_view function) const {
    const auto found = makers_.find(static_cast<std::size_t>(source.slot));
    if (found == makers_.end()) return nullptr;
    return found->second->function() == function ? found->second : nullptr;
  }

 private:
  std::map<std::size_t, const Call*> makers_;
};

bool is_zero(const Plan::Source& source, const Constants& constants) {
  const auto found = constants.find(static_cast<std::size_t>(source.slot));
  if (found == constants.end()) return false;
  const auto* const tensor = found->second.get_if<Tensor>();
  const auto is_zero_byte = [](std::byte byte) { return byte == std::byte{0}; };
  return tensor != nullptr && std::ranges::all_of(tensor->bytes(), is_zero_byte);
}

// Whether the array has one element for each window and channel: (samples, counts..., 1..., channels).
bool is_of_windows(const Shape& shape, const Shape& seen) {
  const std::ptrdiff_t spatial = (std::ssize(seen) - 2) / 2;
  Shape expected = seen;
  std::fill_n(expected.begin() + 1 + spatial, spatial, 1);
  return shape == expected;
}

// The call that replaces one that adds the elements of windows back to their places: it adds them at the first maxima.
std::optional<Call> pooling_gradient(const Call& call, const Makers& makers, const Level& level,
                                     const Constants& constants) {
  if (call.function() != "move_back.internal.windows" || call.types.empty()) return std::nullopt;
  const auto gradient = std::ranges::find(call.open, call.bound.values.size() - 2);
  if (gradient == call.open.end()) return std::nullopt;
  const Call* const chosen = makers.of(
      call.arguments[static_cast<std::size_t>(gradient - call.open.begin())], "internal.select");
  if (chosen == nullptr || chosen->open.size() != 3) return std::nullopt;
  const Call* const first = makers.of(chosen->arguments[0], "internal.first_maximum");
  const reference::TensorType &type = call.types.front(), &of_windows = chosen->given[1];
  if (first == nullptr || !is_zero(chosen->arguments[2], constants) || !is_floating(type.dtype) ||
      of_windows.dtype != type.dtype || first->given.front().dtype != type.dtype ||
      !is_of_windows(of_windows.shape, first->types.front().shape))
    return std::nullopt;
  return made_call(to_first_maximum(), nullptr, level, call,
                   {first->arguments.front(), chosen->arguments[1]}, {first->bound.values.back()},
                   call.first_slot, type);
}

}  // namespace

void recognize_gradients(std::vector<Call>& calls, const Level& level, const Constants& constants) {
  const Makers makers(calls);
  std::vector<std::pair<Call*, Call>> made;
  for (Call& call : calls) {
    if (auto gradient = pooling_gradient(call, makers, level, constants))
      made.emplace_back(&call, std::move(*gradient));
  }
  for (auto& [call, gradient] : made) *call = std::move(gradient);
}

}  // namespace kassay::optimized::engine
