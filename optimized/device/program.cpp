#include "optimized/device/program.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>

#include "optimized/device/arrays.h"
#include "optimized/engine/chain.h"
#include "optimized/engine/program.h"
#include "optimized/engine/scan/scan_step.h"
#include "reference/graph/session.h"

namespace kassay::optimized::device {
namespace {

using engine::Call;
using engine::Part;

Copy between(const Tensor& from, Tensor to) {
  return {from.bytes().data(), to.mutable_bytes().data(), from.byte_size()};
}

Tensor copy_of(const Tensor& tensor) {
  Tensor copy = Tensor::unspecified(tensor.dtype(), tensor.shape());
  std::ranges::copy(tensor.bytes(), copy.mutable_bytes().begin());
  return copy;
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
  const engine::Schedule schedule =
      schedule_of(std::move(task_.prepared.calls), task_.prepared.is_output, options);
  is_here_.resize(task_.prepared.slot_count);
  is_there_.resize(task_.prepared.slot_count);
  for (std::size_t slot = 0; slot < task_.feeds.size(); ++slot) is_here_[slot] = true;
  std::erase_if(task_.prepared.constants,
                [&](const auto& entry) { return !schedule.is_read(entry.first); });
  for (const auto& [slot, value] : task_.prepared.constants) {
    is_here_[slot] = true;
    if (const auto* const tensor = value.get_if<Tensor>()) {
      arrays_[slot] = recorder_.constant(*tensor);
      is_there_[slot] = true;
    }
  }
  for (const auto& [slot, variable] : task_.variables) {
    if (variable->type().sparse || !schedule.is_read(slot)) continue;
    residents_.push_back({slot, residence.of(variable)});
    arrays_[slot] = residents_.back().resident->array();
    is_there_[slot] = true;
  }
  for (const auto& variable : task_.updated)
    if (!variable->type().sparse) updated_.push_back(residence.of(variable));
  if (assigns_in_place) assign_in_place(schedule);
  place_in_mailbox(schedule, options.aligns);
  std::vector<std::size_t> fed(task_.feeds.size());
  std::iota(fed.begin(), fed.end(), std::size_t{0});
  const Placement placement = place(schedule, types_, arrays_, fed, options.aligns);
  add_places(placement, device_.allocate(placement.memory.bytes), types_, arrays_);
  memory_ = "one block of " + std::to_string(placement.memory.bytes) + " bytes on the device\n";
  for (const auto& [slot, place] : mailbox_) memory_ += transfer("the host reaches", slot, types_);
  for (const auto& entry : schedule.entries()) add(entry, level, options);
  const auto first =
      std::ranges::find_if(stages_, [](const Stage& stage) { return !stage.commands.empty(); });
  if (recorder_.evaluations().size() > 0 && first != stages_.end())
    first->commands.insert(first->commands.begin(), recorder_.bring_evaluations());
  for (Stage& stage : stages_) {
    let_kernels_stay(stage);
    prepare(stage);
  }
  add_updates();
}

void Program::assign_in_place(const engine::Schedule& schedule) {
  const auto is_free = [&](const std::shared_ptr<Resident>& resident, std::size_t value) {
    return std::ranges::all_of(residents_, [&](const Read& read) {
      return read.resident != resident || schedule.may_replace(read.slot, value);
    });
  };
  if (updated_.size() < task_.updated.size()) return;  // the caller assigns
  const std::size_t first = task_.outputs.size() - updated_.size();
  for (std::size_t i = 0; i < updated_.size(); ++i) {
    const std::size_t slot = task_.outputs[first + i];
    const Tensor& place = updated_[i]->array();
    const auto type = types_.find(slot);
    if (arrays_.contains(slot) || type == types_.end() || type->second.dtype != place.dtype() ||
        type->second.shape != place.shape() || std::ranges::count(updated_, updated_[i]) > 1 ||
        !schedule.is_made(slot) || !is_free(updated_[i], slot))
      continue;
    arrays_[slot] = place;
    assigns_in_place_ = true;
  }
}

// Small feeds and outputs are in memory that host and device share. Commands access it directly if they touch each element once: the only
// chain that reads a feed, in order, and every part that writes an output that no part reads. In other cases commands copy the array;
// larger arrays are transferred.
void Program::place_in_mailbox(const engine::Schedule& schedule, bool aligns) {
  constexpr std::size_t kMost = std::size_t{64} << 10, kAlignment = 256;  // bytes
  std::map<std::size_t, std::size_t> places;
  std::size_t bytes = 0;
  const auto add = [&](std::size_t slot) {
    const auto type = types_.find(slot);
    if (type == types_.end() || arrays_.contains(slot) || places.contains(slot)) return;
    const std::size_t size = lead_of(type->second.dtype, aligns) + engine::byte_size(type->second);
    if (size > kMost) return;
    places[slot] = bytes;
    bytes += (size + kAlignment - 1) / kAlignment * kAlignment;
  };
  for (std::size_t slot = 0; slot < task_.feeds.size(); ++slot) add(slot);
  for (std::size_t i = 0; i + task_.updated.size() < task_.outputs.size(); ++i)
    if (schedule.is_made(task_.outputs[i])) add(task_.outputs[i]);
  if (places.empty()) return;
  const auto block = device_.allocate_on_host(bytes);
  for (const auto& [slot, offset] : places) {
    const auto& type = types_.at(slot);
    const std::shared_ptr<std::byte> memory(block, block.get() + offset);
    mailbox_[slot] = array_in(memory, type.dtype, type.shape, aligns);
    const bool is_fed = slot < task_.feeds.size();
    const auto& readers = schedule.readers(slot);
    const auto reads_in_order = [&](std::size_t reader) {
      const Part& part = schedule.entries()[reader].part;
      return !part.links.empty() && reads_in_place(part, slot);
    };
    if (readers.empty() || (is_fed && readers.size() == 1 && reads_in_order(readers.front())))
      arrays_[slot] = mailbox_[slot];
  }
}

bool Program::may_lose_values() const {
  return assigns_in_place_ && (host_calls() > 0 || recorder_.refused().size() > 0);
}

void Program::bring_up(std::size_t slot, Stage& stage) {
  if (is_there_[slot]) return;
  is_there_[slot] = true;
  if (!mailbox_.contains(slot) || slot >= task_.feeds.size()) {
    stage.uploads.push_back(slot);
  } else if (const Copy copy = between(mailbox_.at(slot), arrays_.at(slot)); copy.from != copy.to) {
    stage.commands.push_back(copy);
  }
}

void Program::bring_down(std::size_t slot, Stage& stage) {
  if (!is_here_[slot]) stage.downloads.push_back(slot);
  is_here_[slot] = true;
}

void Program::add(const engine::Schedule::Entry& entry, const Level& level,
                  const engine::Options& options) {
  const auto& [part, reads, writes, released, origins] = entry;
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
  engine::VectorCodes codes = engine::codes_for(level, options);
  stage.instruction = engine::instruction_of(part, level, options, codes);
}

bool Program::will_be_replaced(const Tensor& tensor) const {
  const std::byte* const place = tensor.bytes().data();
  return std::ranges::any_of(updated_, [&](const std::shared_ptr<Resident>& resident) {
    const auto bytes = resident->array().bytes();
    return bytes.data() <= place && place < bytes.data() + bytes.size();
  });
}

// Assigns on the device if all variables allow it; otherwise the caller assigns. If a value is the array of another updated variable, it is
// copied first.
void Program::add_updates() {
  const std::size_t first = task_.outputs.size() - task_.updated.size();
  for (const auto& [slot, place] : mailbox_)
    if (slot >= task_.feeds.size() && is_there_[slot])
      recorder_.add(between(arrays_.at(slot), place));
  const auto is_there = [&](std::size_t i) {
    const std::size_t slot = task_.outputs[first + i];
    const auto& type = task_.updated[i]->type();
    return !type.sparse && is_there_[slot] && types_.contains(slot) &&
           types_.at(slot).dtype == type.dtype && types_.at(slot).shape == *type.shape;
  };
  for (std::size_t i = 0; i < task_.updated.size(); ++i) {
    if (is_there(i)) continue;
    updated_.clear();
    break;
  }
  std::vector<Copy> copies;
  for (std::size_t i = 0; i < updated_.size(); ++i) {
    Tensor value = arrays_.at(task_.outputs[first + i]);
    Tensor place = updated_[i]->array();
    if (value.bytes().data() == place.bytes().data()) continue;
    if (will_be_replaced(value)) {
      Tensor room = recorder_.scratch(value.dtype(), value.shape());
      recorder_.add(between(value, room));
      value = room;
    }
    copies.push_back(between(value, place));
  }
  for (const Copy& copy : copies) recorder_.add(copy);
  updates_.commands = recorder_.take();
  prepare(updates_);
}

bool Program::is_updated(const Read& read) const {
  return std::ranges::count(updated_, read.resident) > 0;
}

// Variables that this program does not assign.
void Program::let_kernels_stay(Stage& stage) const {
  for (Command& command : stage.commands) {
    auto* const correlation = std::get_if<Correlation>(&command);
    if (correlation == nullptr || correlation->kind == Correlation::Kind::kToKernel) continue;
    correlation->kernel_stays = std::ranges::any_of(residents_, [&](const Read& read) {
      return read.resident->array().bytes().data() == correlation->kernel && !is_updated(read);
    });
  }
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
  device_.finish();
  return refused.data<std::int32_t>().front() != 0;
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
  try {
    return compute(session, feeds, evaluations);
  } catch (...) {
    device_.finish();  // running commands write memory that is used next
    throw;
  }
}

void Program::forget_kernels() {
  for (const Stage& stage : stages_)
    for (const auto& recording : stage.recordings) recording->forget_kernels();
}

std::optional<std::vector<Value>> Program::compute(reference::Session& session,
                                                   const std::vector<Value>& feeds,
                                                   const std::vector<std::uint64_t>& evaluations) {
  engine::Frame frame{session, std::vector<Value>(is_here_.size()), host_arena_};
  std::ranges::copy(feeds, frame.slots.begin());
  for (const auto& [slot, value] : task_.prepared.constants) frame.slots[slot] = value;
  for (const auto& [slot, variable] : task_.variables) {
    const auto resident = std::ranges::find(residents_, slot, &Read::slot);
    if (resident != residents_.end()) {
      resident->resident->refresh(*variable);
      if (resident->version != variable->version() && !is_updated(*resident)) forget_kernels();
      resident->version = variable->version();
    } else {
      frame.slots[slot] = variable->value();
    }
  }
  if (recorder_.refused().size() > 0) {
    Tensor refused = recorder_.refused();
    refused.mutable_data<std::int32_t>().front() = 0;
  }
  if (!evaluations.empty()) {
    Tensor filled = recorder_.evaluations();
    std::ranges::copy(std::as_bytes(std::span(evaluations)), filled.mutable_bytes().begin());
  }
  for (std::size_t slot = 0; slot < feeds.size(); ++slot)
    if (const auto place = mailbox_.find(slot); place != mailbox_.end())
      std::ranges::copy(std::get<Tensor>(feeds[slot]).bytes(),
                        place->second.mutable_bytes().begin());
  ++runs_;
  for (Stage& stage : stages_) run(stage, frame);
  if (is_refused()) return std::nullopt;
  const std::size_t kept = task_.outputs.size() - updated_.size();
  std::vector<Value> outputs(task_.outputs.size());
  const auto is_fetched = [&](std::size_t slot) { return !frame.slots[slot].is_none(); };
  for (std::size_t i = 0; i < kept; ++i) {
    const std::size_t slot = task_.outputs[i];
    if (!is_fetched(slot) && !mailbox_.contains(slot)) download(slot, frame);
  }
  run(updates_, frame);
  device_.finish();  // so that its time and its errors belong to this run
  for (std::size_t i = 0; i < kept; ++i) {
    const std::size_t slot = task_.outputs[i];
    if (!is_fetched(slot)) frame.slots[slot] = copy_of(mailbox_.at(slot));
    outputs[i] = frame.slots[slot];
  }
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

// In the order of execution.
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
