#include "optimized/device/program.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "optimized/engine/chain.h"
#include "optimized/engine/program.h"
#include "optimized/engine/scans.h"
#include "reference/runtime/session.h"

namespace kassay::optimized::device {
namespace {

using engine::Call;
using engine::Part;

std::unique_ptr<engine::Instruction> on_host(Part part, const Level& level,
                                             const engine::Options& options) {
  if (part.links.empty()) return engine::step_of(std::move(part.call), level, options);
  const auto is_read = [&](std::size_t slot) { return part.read_outside.contains(slot); };
  return std::make_unique<engine::Chain>(std::move(part.links), is_read, options.run_length,
                                         options.makes_code ? level.vector_bytes() : 0);
}

std::string transfer(const char* what, std::size_t slot, const Types& types) {
  const auto type = types.find(slot);
  std::string text = std::string(what) + " %" + std::to_string(slot);
  if (type != types.end())
    text += " (" + std::to_string(engine::byte_size(type->second)) + " bytes)";
  return text + "\n";
}

bool is_random(const Call& call) { return call.operation->kernel->is_random; }

std::size_t random_calls(const Task& task) {
  return static_cast<std::size_t>(std::ranges::count_if(task.prepared.calls, is_random));
}

}  // namespace

Task task_of(const reference::Plan& plan, const std::vector<reference::StaticType>& feeds,
             const Level& level, const engine::Options& options) {
  Task task{
      feeds, plan.variables, prepared_for_device(plan, feeds, level, options), {}, plan.updated};
  for (const auto& output : plan.outputs)
    task.outputs.push_back(static_cast<std::size_t>(output.slot));
  return task;
}

Program::Program(Task task, const Level& level, const engine::Options& options, Device& device,
                 Residence& residence, bool assigns_in_place)
    : task_(std::move(task)),
      device_(device),
      recorder_(device, random_calls(task_), options.aligns),
      measures_(!options.time_to.empty()) {
  types_ = types_of(task_.feeds, task_.prepared);
  for (const auto& [slot, variable] : task_.variables)
    if (!variable->type().sparse) types_[slot] = {variable->type().dtype, *variable->type().shape};
  auto parts = parts_of(std::move(task_.prepared.calls), task_.prepared.is_output, options);
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
  if (assigns_in_place) assign_in_place(parts);
  std::vector<std::size_t> fed(task_.feeds.size());
  std::iota(fed.begin(), fed.end(), std::size_t{0});
  const Placement placement = place(parts, types_, arrays_, fed, task_.outputs, options.aligns);
  add_places(placement, device_.allocate(placement.memory.bytes), types_, arrays_);
  memory_ = "one block of " + std::to_string(placement.memory.bytes) + " bytes on the device\n";
  for (Part& part : parts) add(std::move(part), level, options);
  for (Stage& stage : stages_) prepare(stage);
  add_updates();
}

void Program::assign_in_place(const std::vector<Part>& parts) {
  const auto is_free = [&](const std::shared_ptr<Resident>& resident, std::size_t value) {
    return std::ranges::all_of(residents_, [&](const auto& read) {
      return read.second != resident || (std::ranges::count(task_.outputs, read.first) == 0 &&
                                         may_replace(read.first, value, parts));
    });
  };
  if (updated_.size() < task_.updated.size()) return;  // some are sparse: the caller assigns
  const std::size_t first = task_.outputs.size() - updated_.size();
  for (std::size_t i = 0; i < updated_.size(); ++i) {
    const std::size_t slot = task_.outputs[first + i];
    const Tensor& place = updated_[i]->array();
    const auto type = types_.find(slot);
    if (arrays_.contains(slot) || type == types_.end() || type->second.dtype != place.dtype() ||
        type->second.shape != place.shape() || std::ranges::count(updated_, updated_[i]) > 1 ||
        !is_made(slot, parts) || !is_free(updated_[i], slot))
      continue;
    arrays_[slot] = place;
    assigns_in_place_ = true;
  }
}

bool Program::may_lose_values() const {
  return assigns_in_place_ && (host_calls() > 0 || recorder_.refused().size() > 0);
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
      record(part, arrays_, level, options, recorder_)) {
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
    Tensor place = updated_[i]->array();
    if (value.bytes().data() == place.bytes().data()) continue;
    if (is_resident(value)) {
      Tensor room = recorder_.scratch(value.dtype(), value.shape());
      recorder_.add(Copy{value.bytes().data(), room.mutable_bytes().data(), value.byte_size()});
      value = room;
    }
    copies.push_back({value.bytes().data(), place.mutable_bytes().data(), value.byte_size()});
  }
  for (const Copy& copy : copies) recorder_.add(copy);
  updates_.commands = recorder_.take();
  prepare(updates_);
}

void Program::prepare(Stage& stage) const {
  stage.times.resize(lines_of(stage).size());
  if (!measures_) {
    if (!stage.commands.empty()) stage.recordings.push_back(device_.record(stage.commands));
    return;
  }
  for (const Command& command : stage.commands)
    stage.recordings.push_back(device_.record({command}));
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
  ++runs_;
  for (Stage& stage : stages_) run(stage, frame);
  if (is_refused()) return std::nullopt;
  const std::size_t kept = task_.outputs.size() - updated_.size();
  std::vector<Value> outputs(task_.outputs.size());
  for (std::size_t i = 0; i < kept; ++i) {
    const std::size_t slot = task_.outputs[i];
    if (frame.slots[slot].is_none()) download(slot, frame);
    outputs[i] = frame.slots[slot];
  }
  run(updates_, frame);
  device_.finish();  // so that the time that it took, and its errors, are of this run
  for (std::size_t i = 0; i < updated_.size(); ++i) updated_[i]->has_changed(*task_.updated[i]);
  return outputs;
}

void Program::run(Stage& stage, engine::Frame& frame) {
  std::size_t line = 0;
  const auto timed = [&](const auto& step) {
    if (!measures_) return step();
    const auto start = std::chrono::steady_clock::now();
    step();
    device_.finish();
    stage.times[line++] += std::chrono::steady_clock::now() - start;
  };
  for (const std::size_t slot : stage.uploads) timed([&] { upload(slot, frame); });
  for (const std::size_t slot : stage.downloads) timed([&] { download(slot, frame); });
  for (const auto& recording : stage.recordings) timed([&] { recording->run(); });
  if (stage.instruction) timed([&] { stage.instruction->run(frame); });
}

// In the order in which it runs.
std::vector<std::string> Program::lines_of(const Stage& stage) const {
  std::vector<std::string> lines;
  for (const std::size_t slot : stage.uploads) lines.push_back(transfer("upload", slot, types_));
  for (const std::size_t slot : stage.downloads)
    lines.push_back(transfer("download", slot, types_));
  for (const Command& command : stage.commands) lines.push_back(to_string(command) + "\n");
  if (stage.instruction) lines.push_back("on the host: " + stage.instruction->describe());
  return lines;
}

std::string Program::describe() const {
  std::string text;
  const auto add = [&](const Stage& stage) {
    for (const std::string& line : lines_of(stage)) text += line;
  };
  std::ranges::for_each(stages_, add);
  add(updates_);
  return text + memory_;
}

std::string Program::describe_times() const {
  std::string text;
  const auto add = [&](const Stage& stage) {
    const auto lines = lines_of(stage);
    for (std::size_t i = 0; i < lines.size(); ++i)
      text += engine::mean_time(stage.times[i], runs_) + lines[i];
  };
  std::ranges::for_each(stages_, add);
  add(updates_);
  return text + memory_;
}

std::size_t Program::host_calls() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      stages_, [](const Stage& stage) { return stage.instruction != nullptr; }));
}

}  // namespace kassay::optimized::device
