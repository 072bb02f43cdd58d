#include "optimized/device/parts.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "optimized/device/arrays.h"
#include "optimized/device/chains.h"
#include "optimized/device/kernels/lines.h"
#include "optimized/device/kernels/moves.h"
#include "optimized/device/scans.h"
#include "optimized/engine/elementwise.h"
#include "optimized/notes.h"

namespace kassay::optimized::device {
namespace {

using engine::Call;
using engine::for_each_slot;
using engine::Link;
using engine::Part;

constexpr std::size_t kAlignment = 256;  // bytes

// Elements that no move leads to are 0.
bool record_moves(const Notes& notes, Tensor& result, Recorder& recorder) {
  const auto moves = notes.moves();
  if (!moves || (moves->empty() && result.size() > 0)) return false;
  std::int64_t moved = 0;
  for (const auto& [x, path] : *moves) {
    if (x.dtype() != result.dtype()) return false;
    moved += path.element_count();
  }
  if (moved < result.size()) recorder.add(Zero{result.mutable_bytes().data(), result.byte_size()});
  return std::ranges::all_of(
      *moves, [&](const auto& move) { return add_move(move.x, move.path, result, recorder); });
}

bool record(const Call& call, const Arrays& arrays, Recorder& recorder) {
  reference::BoundCall bound = call.bound;
  for (Value& value : bound.values) value = on_device(value, recorder);
  for (std::size_t i = 0; i < call.open.size(); ++i)
    bound.values[call.open[i]] = on_device(call.arguments[i], arrays, recorder);
  std::vector<Tensor> results;
  for (std::size_t i = 0; i < call.types.size(); ++i)
    results.push_back(arrays.at(call.first_slot + i));
  if (const Kernel* const kernel = find_kernel(call.function()))
    return (*kernel)(bound, results, recorder);
  // Other arguments than what is moved are looked at: constants, which are here too.
  const bool is_back = call.function().starts_with("move_back.");
  const auto is_moved = [&](std::size_t argument) {
    return argument == 0 || (is_back && argument + 2 == bound.values.size());
  };
  if (call.native == nullptr || !call.native->only_moves ||
      !std::ranges::all_of(call.open, is_moved))
    return false;
  for (std::size_t i = 0; i < bound.values.size(); ++i)
    if (!is_moved(i)) bound.values[i] = call.bound.values[i];
  std::vector<Tensor> moved = results;
  const Notes notes;
  return (*call.native)(bound, moved) && record_moves(notes, results.front(), recorder);
}

}  // namespace

engine::Prepared prepared_for_device(const reference::Plan& plan,
                                     const std::vector<reference::StaticType>& feeds,
                                     const Level& level, engine::Options options) {
  options.slices_early = true;
  return engine::prepared_calls(plan, feeds, level, options);
}

std::vector<Part> parts_of(std::vector<Call> calls, const std::vector<bool>& is_output,
                           const engine::Options& options) {
  engine::Options for_device = options;
  for_device.makes_totals = false;
  return in_small_parts(engine::in_parts(std::move(calls), is_output, for_device));
}

Types types_of(const std::vector<reference::StaticType>& feeds, const engine::Prepared& prepared) {
  Types types;
  for (std::size_t slot = 0; slot < feeds.size(); ++slot)
    if (!feeds[slot].sparse && feeds[slot].is_complete())
      types[slot] = {feeds[slot].dtype, *feeds[slot].shape};
  for (const auto& [slot, value] : prepared.constants)
    if (const auto* const tensor = value.get_if<Tensor>())
      types[slot] = {tensor->dtype(), tensor->shape()};
  for (const Call& call : prepared.calls)
    for (std::size_t i = 0; i < call.types.size(); ++i) types[call.first_slot + i] = call.types[i];
  return types;
}

std::vector<std::size_t> read_by(const Part& part) {
  std::vector<std::size_t> slots;
  std::set<std::size_t> made;
  for (const Link& link : part.links) {
    for (std::size_t i = 0; i < link.call.arguments.size(); ++i) {
      const bool is_moved = absorbed_layout(link.call, i) != nullptr;
      for_each_slot(link.call.arguments[i], [&](std::size_t slot) {
        if (is_moved || !made.contains(slot)) slots.push_back(slot);
      });
    }
    made.insert(link.call.first_slot);
  }
  if (part.links.empty())
    for_each_slot(part.call, [&](std::size_t slot) { slots.push_back(slot); });
  return slots;
}

std::vector<std::size_t> written_by(const Part& part) {
  if (!part.links.empty()) return {part.read_outside.begin(), part.read_outside.end()};
  std::vector<std::size_t> slots;
  for (std::size_t i = 0; i < part.call.operation->types.size(); ++i)
    slots.push_back(part.call.first_slot + i);
  return slots;
}

bool is_alias(const Part& part) {
  return part.links.empty() && part.call.types.size() == 1 && part.call.arguments.size() == 1 &&
         engine::may_share(part.call);
}

bool is_made(std::size_t slot, const std::vector<Part>& parts) {
  return std::ranges::any_of(parts, [&](const Part& part) {
    return !is_alias(part) && std::ranges::count(written_by(part), slot) > 0;
  });
}

bool reads_in_place(const Part& part, std::size_t slot) {
  return std::ranges::all_of(part.links, [&](const Link& link) {
    const Call& call = link.call;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const bool is_moved = absorbed_layout(call, i) != nullptr;
      const bool is_spread = call.given[i].shape != link.shape();
      bool is_read = false;
      for_each_slot(call.arguments[i],
                    [&](std::size_t read) { is_read = is_read || read == slot; });
      if (is_read && (is_moved || is_spread)) return false;
    }
    return true;
  });
}

bool may_replace(std::size_t old, std::size_t value, const std::vector<Part>& parts) {
  bool is_replaced = false;
  for (const Part& part : parts) {
    const bool replaces = std::ranges::count(written_by(part), value) > 0;
    if (std::ranges::count(read_by(part), old) > 0) {
      if (is_replaced || is_alias(part)) return false;
      if (replaces && (part.links.empty() || !reads_in_place(part, old))) return false;
    }
    is_replaced = is_replaced || replaces;
  }
  return true;
}

Placement place(const std::vector<Part>& parts, const Types& types, const Arrays& placed,
                const std::vector<std::size_t>& from_the_beginning,
                const std::vector<std::size_t>& to_the_end, bool aligns) {
  std::map<std::size_t, engine::Life> lives;
  Placement placement;
  std::map<std::size_t, std::size_t> origins;
  // An array lives as long as one that it is under another shape.
  const auto origin_of = [&](std::size_t slot) {
    const auto found = origins.find(slot);
    return found == origins.end() ? slot : found->second;
  };
  const auto begin = [&](std::size_t slot, std::size_t at) {
    const auto type = types.find(slot);
    if (type == types.end() || placed.contains(slot)) return;
    const std::size_t bytes = lead_of(type->second.dtype, aligns) + engine::byte_size(type->second);
    lives[slot] = {slot, (bytes + kAlignment - 1) / kAlignment * kAlignment, at, at};
  };
  const auto extend = [&](std::size_t slot, std::size_t at) {
    const auto life = lives.find(origin_of(slot));
    if (life != lives.end()) life->second.last = at;
  };
  for (const std::size_t slot : from_the_beginning) begin(slot, 0);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto reads = read_by(parts[i]);
    for (const std::size_t slot : reads) extend(slot, i + 1);
    if (is_alias(parts[i]) && types.contains(reads.front())) {
      placement.aliases.emplace_back(parts[i].call.first_slot, reads.front());
      origins[parts[i].call.first_slot] = origin_of(reads.front());
    } else {
      for (const std::size_t slot : written_by(parts[i])) begin(slot, i + 1);
    }
  }
  for (const std::size_t slot : to_the_end) extend(slot, parts.size() + 1);
  std::vector<engine::Life> all;
  for (const auto& [slot, life] : lives) all.push_back(life);
  placement.memory = engine::plan_memory(all);
  placement.aligns = aligns;
  return placement;
}

void add_places(const Placement& placement, const std::shared_ptr<std::byte>& block,
                const Types& types, Arrays& arrays) {
  for (const auto& [slot, at] : placement.memory.places) {
    const std::shared_ptr<std::byte> memory(block, block.get() + at.offset);
    arrays[slot] = array_in(memory, types.at(slot).dtype, types.at(slot).shape, placement.aligns);
  }
  for (const auto& [slot, origin] : placement.aliases)
    arrays[slot] = arrays.at(origin).reshaped(types.at(slot).shape);
}

bool has_commands(std::string_view function, const Level& level) {
  const optimized::Kernel* const native = level.find_kernel(function);
  return find_kernel(function) != nullptr || (native != nullptr && native->only_moves) ||
         engine::is_elementwise(function);
}

bool record(const Part& part, const Arrays& arrays, const Level& level,
            const engine::Options& options, Recorder& recorder) {
  if (is_alias(part)) return true;
  if (!part.links.empty()) return record_chain(part, arrays, recorder);
  const Call& call = part.call;
  if (call.types.empty()) return false;
  return call.scan ? record_scan(call, arrays, level, options, recorder)
                   : record(call, arrays, recorder);
}

Value on_device(const Value& value, Recorder& recorder) {
  if (const auto* const tensor = value.get_if<Tensor>()) return recorder.constant(*tensor);
  const auto* const list = value.get_if<List>();
  if (list == nullptr || !detail::has_tensor(value)) return value;
  List copies;
  for (const Value& element : *list) copies.push_back(on_device(element, recorder));
  return copies;
}

Value on_device(const reference::Plan::Source& source, const Arrays& arrays, Recorder& recorder) {
  if (source.slot >= 0) return arrays.at(static_cast<std::size_t>(source.slot));
  if (source.elements.empty()) return on_device(source.constant, recorder);
  List list;
  for (const auto& element : source.elements) list.push_back(on_device(element, arrays, recorder));
  return list;
}

}  // namespace kassay::optimized::device
