#include "optimized/device/program.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "optimized/device/chains.h"
#include "optimized/engine/chain.h"
#include "optimized/engine/elementwise.h"
#include "optimized/engine/memory_plan.h"
#include "optimized/engine/scans.h"
#include "optimized/notes.h"
#include "reference/runtime/session.h"

namespace kassay::optimized::device {
namespace {

using engine::Call;
using engine::for_each_slot;
using engine::Link;
using engine::Part;
using reference::TensorType;

// Functions whose kernels of the processor do nothing but move elements, and note the moves without a look at these.
constexpr std::array<std::string_view, 30> kMoving = {"batch_flatten",
                                                      "expand_dims",
                                                      "flatten",
                                                      "internal.broadcast_to",
                                                      "move_back.batch_flatten",
                                                      "move_back.concatenate",
                                                      "move_back.expand_dims",
                                                      "move_back.flatten",
                                                      "move_back.permute_dimensions",
                                                      "move_back.reshape",
                                                      "move_back.reverse",
                                                      "move_back.slice",
                                                      "move_back.spatial_2d_padding",
                                                      "move_back.spatial_3d_padding",
                                                      "move_back.squeeze",
                                                      "move_back.stack",
                                                      "move_back.temporal_padding",
                                                      "move_back.transpose",
                                                      "permute_dimensions",
                                                      "repeat",
                                                      "repeat_elements",
                                                      "reshape",
                                                      "reverse",
                                                      "slice",
                                                      "spatial_2d_padding",
                                                      "spatial_3d_padding",
                                                      "squeeze",
                                                      "temporal_padding",
                                                      "tile",
                                                      "transpose"};

constexpr std::size_t kAlignment = 256;  // bytes

std::vector<std::size_t> read_by(const Part& part) {
  std::vector<std::size_t> slots;
  std::set<std::size_t> made;
  for (const Link& link : part.links) {
    for (std::size_t i = 0; i < link.call.arguments.size(); ++i) {
      const bool is_moved = i < link.call.views.size() && link.call.views[i] != nullptr;
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

// The results that somebody may read.
std::vector<std::size_t> written_by(const Part& part) {
  if (!part.links.empty()) return {part.read_outside.begin(), part.read_outside.end()};
  std::vector<std::size_t> slots;
  for (std::size_t i = 0; i < part.call.operation->types.size(); ++i)
    slots.push_back(part.call.first_slot + i);
  return slots;
}

// Whether the result is the argument under another shape, without a command.
bool is_alias(const Part& part) {
  return part.links.empty() && part.call.types.size() == 1 && part.call.arguments.size() == 1 &&
         engine::may_share(part.call);
}

std::unique_ptr<engine::Instruction> on_host(Part part, const Level& level,
                                             const engine::Options& options) {
  if (part.links.empty()) return engine::step_of(std::move(part.call), level, options);
  const auto is_read = [&](std::size_t slot) { return part.read_outside.contains(slot); };
  return std::make_unique<engine::Chain>(std::move(part.links), is_read, options.run_length,
                                         options.makes_code ? level.vector_bytes() : 0);
}

template <class Bits>
Body body_of(const optimized::Move& move, const Spread& from, const Spread& to, Tensor& y) {
  return Move<Bits>{reinterpret_cast<const Bits*>(move.x.bytes().data()),
                    reinterpret_cast<Bits*>(y.mutable_bytes().data()), from, to};
}

// None of a move along more dimensions than a command has.
std::optional<Each> command_of(const optimized::Move& move, Tensor& y) {
  Spread from, to;
  from.rank = to.rank = 0;
  from.start = move.x_start;
  to.start = move.y_start;
  std::int64_t count = 1;
  for (const auto& dimension : move.dimensions) {
    if (dimension.size == 1) continue;
    if (from.rank == Spread::kMostDimensions) return std::nullopt;
    const auto d = static_cast<std::size_t>(from.rank++);
    to.rank = from.rank;
    from.sizes[d] = to.sizes[d] = from.ends[d] = to.ends[d] = dimension.size;
    from.strides[d] = dimension.from;
    to.strides[d] = dimension.to;
    count *= dimension.size;
  }
  switch (dtype_size(y.dtype())) {
    case 1:
      return Each{body_of<unsigned char>(move, from, to, y), count};
    case 2:
      return Each{body_of<unsigned short>(move, from, to, y), count};
    case 4:
      return Each{body_of<unsigned int>(move, from, to, y), count};
    default:
      return Each{body_of<unsigned long long>(move, from, to, y), count};
  }
}

// A constant, with its tensors copied to the device.
Value on_device(const Value& value, Recorder& recorder) {
  if (const auto* const tensor = value.get_if<Tensor>()) return recorder.constant(*tensor);
  const auto* const list = value.get_if<List>();
  if (list == nullptr || !detail::has_tensor(value)) return value;
  List copies;
  for (const Value& element : *list) copies.push_back(on_device(element, recorder));
  return copies;
}

// An argument, of which constants may be a part.
Value on_device(const reference::Plan::Source& source, const std::vector<Value>& arrays,
                Recorder& recorder) {
  if (source.slot >= 0) return arrays[static_cast<std::size_t>(source.slot)];
  if (source.elements.empty()) return on_device(source.constant, recorder);
  List list;
  for (const auto& element : source.elements) list.push_back(on_device(element, arrays, recorder));
  return list;
}

std::string transfers(const char* what, const std::vector<std::size_t>& slots,
                      const std::map<std::size_t, TensorType>& types) {
  std::string text;
  for (const std::size_t slot : slots) {
    const auto type = types.find(slot);
    text += std::string(what) + " %" + std::to_string(slot);
    if (type != types.end())
      text += " (" + std::to_string(engine::byte_size(type->second)) + " bytes)";
    text += "\n";
  }
  return text;
}

bool is_random(const Call& call) { return call.operation->kernel->is_random; }

std::size_t random_calls(const Task& task) {
  return static_cast<std::size_t>(std::ranges::count_if(task.prepared.calls, is_random));
}

}  // namespace

Task task_of(const reference::Plan& plan, const std::vector<reference::StaticType>& feeds,
             const Level& level, const engine::Options& options) {
  Task task{
      feeds, plan.variables, engine::prepared_calls(plan, feeds, level, options), {}, plan.updated};
  for (const auto& output : plan.outputs)
    task.outputs.push_back(static_cast<std::size_t>(output.slot));
  return task;
}

bool has_commands(std::string_view function) {
  return find_kernel(function) != nullptr || std::ranges::count(kMoving, function) > 0 ||
         engine::is_elementwise(function);
}

Program::Program(Task task, const Level& level, const engine::Options& options, Device& device,
                 Residence& residence)
    : task_(std::move(task)), device_(device), recorder_(device, random_calls(task_)) {
  engine::Options for_device = options;
  for_device.makes_totals = false;
  find_types();
  auto parts = in_small_parts(
      engine::in_parts(std::move(task_.prepared.calls), task_.prepared.is_output, for_device));
  std::set<std::size_t> read(task_.outputs.begin(), task_.outputs.end());
  for (const Part& part : parts) std::ranges::copy(read_by(part), std::inserter(read, read.end()));
  is_here_.resize(task_.prepared.slot_count);
  is_there_.resize(task_.prepared.slot_count);
  for (std::size_t slot = 0; slot < task_.feeds.size(); ++slot) is_here_[slot] = true;
  std::erase_if(task_.prepared.constants,
                [&](const auto& entry) { return !read.contains(entry.first); });
  for (const auto& [slot, value] : task_.prepared.constants) {
    is_here_[slot] = true;
    if (const auto* const tensor = value.get_if<Tensor>()) {
      arrays_[slot] = recorder_.constant(*tensor);
      is_there_[slot] = true;
    }
  }
  for (const auto& [slot, variable] : task_.variables) {
    if (variable->type().sparse || !read.contains(slot)) continue;
    residents_.emplace_back(slot, residence.of(variable));
    arrays_[slot] = residents_.back().second->array();
    is_there_[slot] = true;
  }
  for (const auto& variable : task_.updated)
    if (!variable->type().sparse) updated_.push_back(residence.of(variable));
  plan_memory(parts);
  for (Part& part : parts) add(std::move(part), level, options);
  for (Stage& stage : stages_)
    if (!stage.commands.empty()) stage.recording = device_.record(stage.commands);
  add_updates();
}

void Program::find_types() {
  const auto add = [&](std::size_t slot, const reference::StaticType& type) {
    if (!type.sparse && type.is_complete()) types_[slot] = {type.dtype, *type.shape};
  };
  for (std::size_t slot = 0; slot < task_.feeds.size(); ++slot) add(slot, task_.feeds[slot]);
  for (const auto& [slot, variable] : task_.variables) add(slot, variable->type());
  for (const auto& [slot, value] : task_.prepared.constants)
    if (const auto* const tensor = value.get_if<Tensor>())
      types_[slot] = {tensor->dtype(), tensor->shape()};
  for (const Call& call : task_.prepared.calls)
    for (std::size_t i = 0; i < call.types.size(); ++i) types_[call.first_slot + i] = call.types[i];
}

// What is fed lives from the beginning on, what is returned until the end, and an array that another one is under another shape as long
// as that one.
void Program::plan_memory(const std::vector<Part>& parts) {
  std::map<std::size_t, engine::Life> lives;
  std::vector<std::pair<std::size_t, std::size_t>> aliases;  // and what they are
  std::map<std::size_t, std::size_t> origins;
  const auto origin_of = [&](std::size_t slot) {
    const auto found = origins.find(slot);
    return found == origins.end() ? slot : found->second;
  };
  const auto begin = [&](std::size_t slot, std::size_t at) {
    const auto type = types_.find(slot);
    if (type == types_.end() || arrays_.contains(slot)) return;
    const std::size_t bytes = engine::byte_size(type->second);
    lives[slot] = {slot, (bytes + kAlignment - 1) / kAlignment * kAlignment, at, at};
  };
  const auto extend = [&](std::size_t slot, std::size_t at) {
    const auto life = lives.find(origin_of(slot));
    if (life != lives.end()) life->second.last = at;
  };
  for (std::size_t slot = 0; slot < task_.feeds.size(); ++slot) begin(slot, 0);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const std::size_t slot : read_by(parts[i])) extend(slot, i + 1);
    if (is_alias(parts[i]) && types_.contains(read_by(parts[i]).front())) {
      const std::size_t origin = read_by(parts[i]).front();
      aliases.emplace_back(parts[i].call.first_slot, origin);
      origins[parts[i].call.first_slot] = origin_of(origin);
    } else {
      for (const std::size_t slot : written_by(parts[i])) begin(slot, i + 1);
    }
  }
  for (const std::size_t slot : task_.outputs) extend(slot, parts.size() + 1);
  std::vector<engine::Life> all;
  for (const auto& [slot, life] : lives) all.push_back(life);
  const engine::MemoryPlan plan = engine::plan_memory(std::move(all));
  const auto block = device_.allocate(plan.bytes);
  for (const auto& [slot, place] : plan.places) {
    const std::shared_ptr<std::byte> memory(block, block.get() + place.offset);
    arrays_[slot] = Tensor(types_.at(slot).dtype, types_.at(slot).shape, memory);
  }
  for (const auto& [slot, origin] : aliases)
    arrays_[slot] = arrays_.at(origin).reshaped(types_.at(slot).shape);
}

void Program::bring_up(std::size_t slot, Stage& stage) {
  if (!is_there_[slot]) stage.uploads.push_back(slot);
  is_there_[slot] = true;
}

void Program::bring_down(std::size_t slot, Stage& stage) {
  if (!is_here_[slot]) stage.downloads.push_back(slot);
  is_here_[slot] = true;
}

void Program::add(Part part, const Level& level, const engine::Options& options) {
  const auto reads = read_by(part), writes = written_by(part);
  const auto has_array = [&](std::size_t slot) { return arrays_.contains(slot); };
  if (std::ranges::all_of(reads, has_array) && std::ranges::all_of(writes, has_array) &&
      record(part)) {
    if (stages_.empty() || stages_.back().instruction) stages_.emplace_back();
    Stage& stage = stages_.back();
    for (const std::size_t slot : reads) bring_up(slot, stage);
    for (const std::size_t slot : writes) is_there_[slot] = true;
    std::ranges::move(recorder_.take(), std::back_inserter(stage.commands));
    return;
  }
  recorder_.drop();
  Stage& stage = stages_.emplace_back();
  for (const std::size_t slot : reads) bring_down(slot, stage);
  for (const std::size_t slot : writes) is_here_[slot] = true;
  stage.instruction = on_host(std::move(part), level, options);
}

bool Program::record(const Part& part) {
  if (is_alias(part)) return true;
  const bool is_recorded =
      part.links.empty() ? record(part.call) : record_chain(part, arrays_, recorder_);
  return is_recorded && recorder_.serves();
}

bool Program::record(const Call& call) {
  if (call.types.empty() || call.scan) return false;
  std::vector<Value> arrays(is_there_.size());
  for_each_slot(call, [&](std::size_t slot) { arrays[slot] = arrays_.at(slot); });
  reference::BoundCall bound = call.bound;
  for (Value& value : bound.values) value = on_device(value, recorder_);
  for (std::size_t i = 0; i < call.open.size(); ++i)
    bound.values[call.open[i]] = on_device(call.arguments[i], arrays, recorder_);
  std::vector<Tensor> results;
  for (std::size_t i = 0; i < call.types.size(); ++i)
    results.push_back(arrays_.at(call.first_slot + i));
  if (const Kernel* const kernel = find_kernel(call.function()))
    return (*kernel)(bound, results, recorder_);
  // Other arguments than what is moved are looked at: constants, which are here too.
  const bool is_back = call.function().starts_with("move_back.");
  const auto is_moved = [&](std::size_t argument) {
    return argument == 0 || (is_back && argument + 2 == bound.values.size());
  };
  if (call.native == nullptr || std::ranges::count(kMoving, call.function()) == 0 ||
      !std::ranges::all_of(call.open, is_moved))
    return false;
  for (std::size_t i = 0; i < bound.values.size(); ++i)
    if (!is_moved(i)) bound.values[i] = call.bound.values[i];
  std::vector<Tensor> moved = results;
  const Notes notes;
  return (*call.native)(bound, moved) && record_moves(notes, results.front());
}

// Elements that no move leads to are 0.
bool Program::record_moves(const Notes& notes, Tensor& result) {
  const auto moves = notes.moves();
  if (!moves || (moves->empty() && result.size() > 0)) return false;
  std::vector<Each> commands;
  std::int64_t moved = 0;
  for (const optimized::Move& move : *moves) {
    if (move.x.dtype() != result.dtype()) return false;
    const auto command = command_of(move, result);
    if (!command) return false;
    commands.push_back(*command);
    moved += command->count;
  }
  if (moved < result.size()) recorder_.add(Zero{result.mutable_bytes().data(), result.byte_size()});
  for (Each& command : commands) recorder_.add(std::move(command));
  return true;
}

bool Program::is_resident(const Tensor& tensor) const {
  const std::byte* const place = tensor.bytes().data();
  const auto has = [&](const std::shared_ptr<Resident>& resident) {
    const auto bytes = resident->array().bytes();
    return bytes.data() <= place && place < bytes.data() + bytes.size();
  };
  return std::ranges::any_of(residents_, [&](const auto& one) { return has(one.second); }) ||
         std::ranges::any_of(updated_, has);
}

// On the device if all of them can be: the caller assigns others. One whose value is that of a variable waits until all are read.
void Program::add_updates() {
  const std::size_t first = task_.outputs.size() - task_.updated.size();
  const auto is_there = [&](std::size_t i) {
    const std::size_t slot = task_.outputs[first + i];
    const auto& type = task_.updated[i]->type();
    return !type.sparse && is_there_[slot] && types_.contains(slot) &&
           types_.at(slot).dtype == type.dtype && types_.at(slot).shape == *type.shape;
  };
  for (std::size_t i = 0; i < task_.updated.size(); ++i) {
    if (is_there(i)) continue;
    updated_.clear();
    return;
  }
  std::vector<Copy> copies;
  for (std::size_t i = 0; i < task_.updated.size(); ++i) {
    Tensor value = arrays_.at(task_.outputs[first + i]);
    if (is_resident(value)) {
      Tensor room = recorder_.scratch(value.dtype(), value.shape());
      recorder_.add(Copy{value.bytes().data(), room.mutable_bytes().data(), value.byte_size()});
      value = room;
    }
    Tensor place = updated_[i]->array();
    copies.push_back({value.bytes().data(), place.mutable_bytes().data(), value.byte_size()});
  }
  for (const Copy& copy : copies) recorder_.add(copy);
  updates_.commands = recorder_.take();
  updates_.recording = device_.record(updates_.commands);
}

void Program::upload(std::size_t slot, const engine::Frame& frame) {
  device_.upload(std::get<Tensor>(frame.slots[slot]).bytes(),
                 arrays_.at(slot).mutable_bytes().data());
}

void Program::download(std::size_t slot, engine::Frame& frame) const {
  const Tensor& array = arrays_.at(slot);
  Tensor here = Tensor::unspecified(array.dtype(), array.shape());
  device_.download(array.bytes().data(), here.mutable_bytes());
  frame.slots[slot] = std::move(here);
}

bool Program::is_refused() const {
  const Tensor& refused = recorder_.refused();
  if (refused.size() == 0) return false;
  Tensor here = Tensor::unspecified(refused.dtype(), refused.shape());
  device_.download(refused.bytes().data(), here.mutable_bytes());
  return here.data<std::int32_t>().front() != 0;
}

std::optional<std::vector<Value>> Program::run(reference::Session& session,
                                               const std::vector<Value>& feeds) {
  std::vector<std::uint64_t> evaluations;
  for (const std::uint64_t operation : recorder_.random_operations())
    evaluations.push_back(session.next_evaluation(operation));
  return run(session, feeds, evaluations);
}

std::optional<std::vector<Value>> Program::run(reference::Session& session,
                                               const std::vector<Value>& feeds,
                                               const std::vector<std::uint64_t>& evaluations) {
  engine::Frame frame{session, std::vector<Value>(is_here_.size()), host_arena_};
  std::ranges::copy(feeds, frame.slots.begin());
  for (const auto& [slot, value] : task_.prepared.constants) frame.slots[slot] = value;
  for (const auto& [slot, variable] : task_.variables) {
    const auto resident =
        std::ranges::find(residents_, slot, [](const auto& one) { return one.first; });
    if (resident != residents_.end()) {
      resident->second->refresh(*variable);
    } else {
      frame.slots[slot] = variable->value();
    }
  }
  if (recorder_.refused().size() > 0) {
    Tensor refused = recorder_.refused();
    device_.upload(Tensor(DType::kInt32, {1}).bytes(), refused.mutable_bytes().data());
  }
  if (!evaluations.empty()) {
    Tensor filled = recorder_.evaluations();
    device_.upload(std::as_bytes(std::span(evaluations)), filled.mutable_bytes().data());
  }
  for (Stage& stage : stages_) {
    for (const std::size_t slot : stage.uploads) upload(slot, frame);
    for (const std::size_t slot : stage.downloads) download(slot, frame);
    if (stage.recording) stage.recording->run();
    if (stage.instruction) stage.instruction->run(frame);
  }
  if (is_refused()) return std::nullopt;
  const std::size_t kept = task_.outputs.size() - updated_.size();
  std::vector<Value> outputs(task_.outputs.size());
  for (std::size_t i = 0; i < kept; ++i) {
    const std::size_t slot = task_.outputs[i];
    if (frame.slots[slot].is_none()) download(slot, frame);
    outputs[i] = frame.slots[slot];
  }
  if (updates_.recording) updates_.recording->run();
  for (std::size_t i = 0; i < updated_.size(); ++i) updated_[i]->has_changed(*task_.updated[i]);
  return outputs;
}

std::string Program::describe() const {
  std::string text;
  const auto add = [&](const Stage& stage) {
    text += transfers("upload", stage.uploads, types_);
    text += transfers("download", stage.downloads, types_);
    for (const Command& command : stage.commands) text += to_string(command) + "\n";
    if (stage.instruction) text += "on the host: " + stage.instruction->describe();
  };
  std::ranges::for_each(stages_, add);
  add(updates_);
  return text;
}

std::size_t Program::host_calls() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      stages_, [](const Stage& stage) { return stage.instruction != nullptr; }));
}

}  // namespace kassay::optimized::device
