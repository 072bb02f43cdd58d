#include "optimized/engine/pruning.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "optimized/engine/elementwise.h"
#include "optimized/engine/scan/scan_step.h"
#include "optimized/engine/views.h"

namespace kassay::optimized::engine {
namespace {

constexpr std::string_view kMovedBack = "move_back.";

// In addition to element-wise calls and calls that move elements: the calls that gradients leave unread.
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

// Replaces a tensor by zeros if only its shape matters.
void forget_elements(Call& call) {
  if (call.types.empty() || call.given.empty() || call.arguments.front().slot < 0) return;
  const reference::TensorType& type = call.given.front();
  if (!is_for_shape(call.function(), call.open.front(), type.dtype)) return;
  call.bound.values[call.open.front()] = Tensor(type.dtype, type.shape);
  call.open.erase(call.open.begin());
  call.arguments.erase(call.arguments.begin());
  call.given.erase(call.given.begin());
}

}  // namespace

// If it has integers, they are indices, whose elements matter. The gradient is the last array.
bool is_for_shape(std::string_view function, std::size_t argument, DType dtype) {
  return function.starts_with(kMovedBack) && argument == 0 && is_floating(dtype);
}

bool never_refuses(const Call& call) {
  return !call.types.empty() &&
         (is_elementwise(call) || only_moves(call) || call.function().starts_with(kMovedBack) ||
          std::ranges::binary_search(kNeverRefuse, call.function()));
}

std::vector<Call> pruned(std::vector<Call>&& calls, std::vector<bool> read_later) {
  std::vector<Call> needed;
  needed.reserve(calls.size());
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    // Calls that never refuse have one result.
    if (never_refuses(*call) && !read_later[call->first_slot]) continue;
    forget_elements(*call);
    if (call->scan) trim(*call, read_later);
    for_each_slot(*call, [&](std::size_t slot) { read_later[slot] = true; });
    needed.push_back(std::move(*call));
  }
  std::ranges::reverse(needed);
  return needed;
}

}  // namespace kassay::optimized::engine
