#include "optimized/engine/views.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "optimized/engine/link.h"
#include "optimized/layouts.h"

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

bool is_in_order(const Path& move, const Shape& shape) {
  const auto layout = moved(move, shape, shape);
  return layout && is_in_order(*layout);
}

// The source of an array whose call only moves elements.
struct Origin {
  reference::Plan::Source source;
  reference::TensorType type;  // of the source
  Path move;
};

// By the slot of the moved array.
std::map<std::size_t, Origin> origins_of(const std::vector<Call>& calls) {
  std::map<std::size_t, Origin> origins;
  for (const Call& call : calls) {
    const auto move = move_of(call);
    if (!move) continue;
    const auto before = origins.find(static_cast<std::size_t>(call.arguments.front().slot));
    if (is_in_order(move->path, call.types.front().shape) && before != origins.end()) {
      origins.emplace(call.first_slot, before->second);
    } else {
      origins.emplace(call.first_slot,
                      Origin{call.arguments.front(), call.given.front(), move->path});
    }
  }
  return origins;
}

struct Reader {
  Call* call;
  std::size_t argument;  // number among the open arguments
};

// By slot: the readers of each array with an origin, if all of them can be links of chains, which can read the origin instead.
// `read_later`: the slots that are outputs.
std::map<std::size_t, std::vector<Reader>> movable_readers(
    std::vector<Call>& calls, const std::map<std::size_t, Origin>& origins,
    const std::vector<bool>& read_later) {
  std::map<std::size_t, std::vector<Reader>> readers;
  std::set<std::size_t> read_otherwise;
  for (Call& call : calls) {
    std::optional<bool> is_link;  // computed when needed
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      for_each_slot(call.arguments[i], [&](std::size_t slot) {
        if (!origins.contains(slot)) return;
        if (!is_link) is_link = noted_loop(call).has_value();
        if (*is_link) {
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

// Lets readers read the array from which this move makes the one that they read, except where a reader would no longer find neighbours next
// to each other.
void redirect(const std::vector<Reader>& readers, const reference::Plan::Source& source,
              const Path& move) {
  std::vector<std::shared_ptr<const Layout>> layouts;
  for (const auto& [call, argument] : readers) {
    const Shape& whole = call->types.front().shape;
    const auto first = std::ranges::find_if(
        readers, [&](const Reader& other) { return other.call->types.front().shape == whole; });
    const auto number = static_cast<std::size_t>(first - readers.begin());
    // Readers with results of the same shape share one layout, which a chain reads only once.
    if (number < layouts.size()) {
      layouts.push_back(layouts[number]);
      continue;
    }
    const auto layout = moved(move, call->given[argument].shape, whole);
    if (!layout || !has_runs(*layout)) return;
    layouts.push_back(std::make_shared<Layout>(*layout));
  }
  for (std::size_t i = 0; i < readers.size(); ++i) {
    const auto& [call, argument] = readers[i];
    call->arguments[argument] = source;
    call->layouts.resize(call->arguments.size());
    call->layouts[argument] = layouts[i];
  }
}

}  // namespace

bool only_moves(const Call& call) { return std::ranges::binary_search(kMoving, call.function()); }

std::optional<Move> move_of(const Call& call) {
  if (call.native == nullptr || call.types.size() != 1 || call.open.size() != 1 ||
      call.arguments.front().slot < 0 || !only_moves(call))
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
  return notes.move();
}

void absorb_moves(std::vector<Call>& calls, const std::vector<bool>& read_later) {
  const auto origins = origins_of(calls);
  if (origins.empty()) return;
  for (const auto& [slot, readers] : movable_readers(calls, origins, read_later)) {
    const Origin& origin = origins.at(slot);
    redirect(readers, origin.source, origin.move);
  }
}

}  // namespace kassay::optimized::engine
