#include "optimized/engine/views.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "optimized/engine/link.h"

namespace kassay::optimized::engine {
namespace {

constexpr std::array<std::string_view, 20> kMoving = {"batch_flatten",
                                                      "expand_dims",
                                                      "flatten",
                                                      "internal.broadcast_to",
                                                      "move_back.batch_flatten",
                                                      "move_back.expand_dims",
                                                      "move_back.flatten",
                                                      "move_back.permute_dimensions",
                                                      "move_back.reshape",
                                                      "move_back.slice",
                                                      "move_back.squeeze",
                                                      "move_back.transpose",
                                                      "permute_dimensions",
                                                      "reshape",
                                                      "slice",
                                                      "spatial_2d_padding",
                                                      "spatial_3d_padding",
                                                      "squeeze",
                                                      "temporal_padding",
                                                      "transpose"};
static_assert(std::ranges::is_sorted(kMoving));

// An array of which only the type counts: nobody reads its elements.
Tensor without_elements(const reference::TensorType& type) {
  static const auto nothing = std::make_shared<std::byte>();
  return {type.dtype, type.shape, nothing};
}

// How the result of a call lies in its only argument.
std::optional<View> view_of(const Call& call) {
  if (call.native == nullptr || call.types.size() != 1 || call.open.size() != 1 ||
      call.arguments.front().slot < 0 || call.given.size() != 1 ||
      !std::ranges::binary_search(kMoving, call.function()))
    return std::nullopt;
  const reference::TensorType& type = call.types.front();
  if (type.dtype != call.given.front().dtype || element_count(type.shape) == 0 ||
      element_count(call.given.front().shape) == 0)
    return std::nullopt;
  reference::BoundCall sample = call.bound;
  sample.values[call.open.front()] = without_elements(call.given.front());
  std::vector<Tensor> results{without_elements(type)};
  const Notes notes;
  if (!(*call.native)(sample, results)) return std::nullopt;
  const auto move = notes.move();
  return move ? View::of(*move, type.shape) : std::nullopt;
}

}  // namespace

void absorb_moves(std::vector<Call>& calls, const std::vector<bool>& read_later) {
  struct Moved {
    const Call* mover;
    View view;
    std::vector<std::pair<Call*, std::size_t>> readers;  // with the number of the open argument
    bool is_read_otherwise;
  };
  std::map<std::size_t, Moved> moved;  // by slot
  for (Call& call : calls) {
    if (const auto view = view_of(call); view && view->has_runs())
      moved.emplace(call.first_slot, Moved{&call, *view, {}, read_later[call.first_slot]});
    bool reads_any = false;
    for_each_slot(call, [&](std::size_t slot) { reads_any = reads_any || moved.contains(slot); });
    if (!reads_any) continue;
    const bool is_link = link_of(call).has_value();
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      for_each_slot(call.arguments[i], [&](std::size_t slot) {
        const auto found = moved.find(slot);
        if (found == moved.end()) return;
        Moved& one = found->second;
        if (is_link && call.given[i].shape == call.types.front().shape) {
          one.readers.emplace_back(&call, i);
        } else {
          one.is_read_otherwise = true;
        }
      });
    }
  }
  for (const auto& [slot, one] : moved) {
    if (one.is_read_otherwise) continue;
    for (const auto& [reader, i] : one.readers) {
      reader->arguments[i] = one.mover->arguments.front();
      reader->views.resize(reader->arguments.size());
      reader->views[i] = std::make_shared<View>(one.view);
    }
  }
}

}  // namespace kassay::optimized::engine
