#include "optimized/device/parts.h"

#include <algorithm>
#include <array>
#include <optional>

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
using engine::Part;

constexpr std::size_t kAlignment = 256;  // bytes

// Elements that no move writes are 0.
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
  // The kernel looks at arguments that are not moved: they are constants, also available on the host.
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
  options.slices_chains_early = true;
  return engine::prepared_calls(plan, feeds, level, options);
}

engine::Schedule schedule_of(std::vector<Call> calls, const std::vector<bool>& is_output,
                             const engine::Options& options) {
  engine::Options for_device = options;
  for_device.makes_totals = false;
  return {in_small_parts(engine::in_parts(std::move(calls), is_output, for_device)), is_output};
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

Placement place(const engine::Schedule& schedule, const Types& types, const Arrays& placed,
                const std::vector<std::size_t>& given, bool aligns) {
  Placement placement;
  for (const engine::Schedule::Entry& entry : schedule.entries())
    if (is_alias(entry.part) && types.contains(entry.reads.front()))
      placement.aliases.emplace_back(entry.writes.front(), entry.reads.front());
  placement.memory = engine::plan_memory(
      schedule.lives(given, [&](std::size_t slot) -> std::optional<std::size_t> {
        const auto type = types.find(slot);
        if (type == types.end() || placed.contains(slot)) return std::nullopt;
        const std::size_t bytes =
            lead_of(type->second.dtype, aligns) + engine::byte_size(type->second);
        return (bytes + kAlignment - 1) / kAlignment * kAlignment;
      }));
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
