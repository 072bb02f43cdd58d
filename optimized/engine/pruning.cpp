#include "optimized/engine/pruning.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "optimized/engine/elementwise.h"
#include "optimized/engine/scans.h"
#include "optimized/engine/views.h"

namespace kassay::optimized::engine {
namespace {

constexpr std::string_view kMovedBack = "move_back.";

// Beside the element-wise ones and those that move elements, the calls that gradients leave unread.
constexpr std::array<std::string_view, 17> kNeverRefuse = {"batch_dot",
                                                           "dot",
                                                           "internal.contract",
                                                           "internal.correlate",
                                                           "internal.correlate_to_image",
                                                           "internal.correlate_to_kernel",
                                                           "internal.depthwise",
                                                           "internal.depthwise_to_image",
                                                           "internal.depthwise_to_kernel",
                                                           "internal.first_maximum",
                                                           "internal.multiply_packed",
                                                           "internal.pack",
                                                           "internal.sum_to",
                                                           "internal.to_first_maximum",
                                                           "internal.windows",
                                                           "mean",
                                                           "sum"};
static_assert(std::ranges::is_sorted(kNeverRefuse));

// Of the tensors from which elements were moved, only the shapes count: zeros take their place. Of indices, elements count.
void forget_elements(Call& call) {
  if (call.types.empty() || !call.function().starts_with(kMovedBack)) return;
  const std::size_t gradient = call.bound.values.size() - 2;
  for (std::size_t i = call.open.size(); i-- > 0;) {
    const bool is_one = call.arguments[i].slot >= 0;
    if (call.open[i] == gradient || !is_one || !is_floating(call.given[i].dtype)) continue;
    call.bound.values[call.open[i]] = Tensor(call.given[i].dtype, call.given[i].shape);
    const auto place = static_cast<std::ptrdiff_t>(i);
    call.open.erase(call.open.begin() + place);
    call.arguments.erase(call.arguments.begin() + place);
    call.given.erase(call.given.begin() + place);
  }
}

}  // namespace

bool never_refuses(const Call& call) {
  return !call.types.empty() &&
         (is_elementwise(call) || only_moves(call) || call.function().starts_with(kMovedBack) ||
          std::ranges::binary_search(kNeverRefuse, call.function()));
}

std::vector<Call> pruned(std::vector<Call> calls, std::vector<bool> read_later) {
  std::vector<Call> needed;
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    bool is_read = !never_refuses(*call);
    for (std::size_t i = 0; i < call->operation->types.size(); ++i)
      is_read = is_read || read_later[call->first_slot + i];
    if (!is_read) continue;
    forget_elements(*call);
    if (call->scan) trim(*call, read_later);
    for_each_slot(*call, [&](std::size_t slot) { read_later[slot] = true; });
    needed.push_back(std::move(*call));
  }
  std::ranges::reverse(needed);
  return needed;
}

}  // namespace kassay::optimized::engine
