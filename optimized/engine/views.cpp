#include "optimized/engine/views.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
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

std::map<std::size_t, Origin> origins_of(const std::vector<Call>& calls) {
  std::map<std::size_t, Origin> origins;
  for (const Call& call : calls) {
    const auto view = view_of(call);
    if (!view) continue;
    const auto before = origins.find(static_cast<std::size_t>(call.arguments.front().slot));
    if (view->is_in_order() && before != origins.end()) {
      origins.emplace(call.first_slot, before->second);
    } else {
      origins.emplace(call.first_slot, Origin{call.arguments.front(), call.given.front(), *view});
    }
  }
  return origins;
}

std::map<std::size_t, std::vector<Reader>> movable_readers(std::vector<Call>& calls,
                                                           const std::vector<bool>& read_later) {
  std::map<std::size_t, std::vector<Reader>> readers;
  std::set<std::size_t> read_otherwise;
  for (Call& call : calls) {
    const bool is_link = link_of(call).has_value();
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      for_each_slot(call.arguments[i], [&](std::size_t slot) {
        const bool is_moved = i < call.views.size() && call.views[i] != nullptr;
        if (is_link && !is_moved && call.given[i].shape == call.types.front().shape) {
          readers[slot].push_back({&call, i});
        } else {
          read_otherwise.insert(slot);
        }
      });
    }
  }
  std::erase_if(readers, [&](const auto& entry) {
    return read_later[entry.first] || read_otherwise.contains(entry.first);
  });
  return readers;
}

void redirect(const Reader& reader, const reference::Plan::Source& source, const View& view) {
  Call& call = *reader.call;
  call.arguments[reader.argument] = source;
  call.views.resize(call.arguments.size());
  call.views[reader.argument] = std::make_shared<View>(view);
}

void absorb_moves(std::vector<Call>& calls, const std::vector<bool>& read_later) {
  const auto origins = origins_of(calls);
  if (origins.empty()) return;
  for (const auto& [slot, readers] : movable_readers(calls, read_later)) {
    const auto origin = origins.find(slot);
    if (origin == origins.end() || !origin->second.view.has_runs()) continue;
    for (const Reader& reader : readers)
      redirect(reader, origin->second.source, origin->second.view);
  }
}

}  // namespace kassay::optimized::engine
