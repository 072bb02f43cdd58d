#include "optimized/engine/program.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "optimized/engine/chains.h"
#include "optimized/engine/in_place.h"
#include "optimized/engine/packing.h"
#include "optimized/engine/passes.h"

namespace kassay::optimized::engine {
namespace {

Tensor copy_of(const Tensor& tensor) {
  Tensor copy = Tensor::unspecified(tensor.dtype(), tensor.shape());
  std::ranges::copy(tensor.bytes(), copy.mutable_bytes().begin());
  return copy;
}

}  // namespace

Program::Program(const reference::Plan& plan, const std::vector<reference::StaticType>& feeds,
                 const Level& level, const Options& options, std::size_t steady)
    : plan_(plan), measures_(!options.time_to.empty()) {
  auto [calls, constants, read_later, slot_count] = prepared_calls(plan, feeds, level, options);
  slot_count_ = slot_count;
  if (options.packs) {
    std::vector<bool> weights(slot_count_), updated(slot_count_);
    const std::set changing(plan.updated.begin(), plan.updated.end());
    for (const auto& [slot, variable] : plan.variables) {
      weights[slot] = true;
      updated[slot] = changing.contains(variable);
    }
    for (std::size_t i = feeds.size() - steady; i < feeds.size(); ++i) weights[i] = true;
    calls = with_packed_weights(std::move(calls), weights, updated, level, slot_count_);
    read_later.resize(slot_count_);
  }
  const auto updates = certain_updates(plan, calls);
  Schedule schedule(in_parts(std::move(calls), read_later, options), read_later);
  for (const auto& constant : constants)
    if (schedule.is_read(constant.first)) constants_.push_back(constant);
  is_computed_.resize(slot_count_);
  for (const Schedule::Entry& entry : schedule.entries()) {
    entries_.push_back({nullptr, entry.released});
    for (const std::size_t slot : entry.writes) is_computed_[slot] = true;
  }
  if (options.plans_memory) plan_arena(schedule, options.largest_kept);
  auto instructions = instructions_of(std::move(schedule).take_parts(), level, options);
  first_in_place_ = options.updates_in_place ? update_in_place(updates, read_later, instructions)
                                             : instructions.size();
  for (std::size_t i = 0; i < instructions.size(); ++i)
    entries_[i].instruction = std::move(instructions[i]);
}

void Program::plan_arena(const Schedule& schedule, std::size_t largest_kept) {
  std::map<std::size_t, std::size_t> sizes;  // of results that take memory of the frame, by slot
  const auto add = [&](const Call& call) {
    for (std::size_t i = 0; i < call.types.size(); ++i)
      sizes[call.first_slot + i] = byte_size(call.types[i]);
  };
  for (const Schedule::Entry& entry : schedule.entries()) {
    const Part& part = entry.part;
    for (const Link& link : part.links) add(link.call);
    if (part.links.empty() && entry.origins.empty() && !part.call.is_kept && !part.call.scan)
      add(part.call);
  }
  std::erase_if(sizes, [&](const auto& entry) { return entry.second <= largest_kept; });
  auto lives = schedule.lives({}, [&](std::size_t slot) {
    const auto size = sizes.find(slot);
    return size == sizes.end() ? std::nullopt : std::optional(size->second);
  });
  // Outputs have separate memory.
  std::erase_if(lives, [&](const Life& life) { return life.last > schedule.entries().size(); });
  arena_ = Arena(plan_memory(lives));
}

std::string Program::memory() const {
  std::map<std::size_t, std::size_t> sizes;  // by slot
  std::size_t live = 0, most = 0, all = 0;
  for (const Entry& entry : entries_) {
    const auto made = entry.instruction->sizes();
    for (std::size_t i = 0; i < made.size(); ++i) {
      const std::size_t slot = entry.instruction->writes()[i];
      sizes[slot] = made[i];
      live += made[i];
      all += made[i];
    }
    most = std::max(most, live);
    for (const std::size_t slot : entry.released) live -= sizes.contains(slot) ? sizes[slot] : 0;
  }
  return "results: " + std::to_string(all) + " bytes, of which " + std::to_string(most) +
         " at once; one block of " + std::to_string(arena_.plan().bytes) +
         " bytes for results of at most " + std::to_string(arena_.plan().most_live) +
         " bytes at once\n";
}

std::string Program::describe() const {
  std::string text;
  for (const Entry& entry : entries_) text += entry.instruction->describe();
  return text + memory();
}

std::string mean_time(std::chrono::nanoseconds all, std::int64_t runs) {
  const std::chrono::duration<double, std::micro> time = all;
  std::ostringstream text;
  text << std::fixed << std::setprecision(2) << std::setw(10)
       << time.count() / static_cast<double>(std::max<std::int64_t>(1, runs)) << " us  ";
  return text.str();
}

std::string Program::describe_times() const {
  std::string text;
  for (const Entry& entry : entries_)
    text += mean_time(entry.time, runs_) + entry.instruction->describe();
  return text + memory();
}

void Program::run(Entry& entry, Frame& frame) {
  if (!measures_) return entry.instruction->run(frame);
  const auto start = std::chrono::steady_clock::now();
  entry.instruction->run(frame);
  entry.time += std::chrono::steady_clock::now() - start;
}

// If memory is short, this throws before any variable has changed.
void Program::reserve_from(std::size_t first, Frame& frame) {
  for (std::size_t i = first; i < entries_.size(); ++i) entries_[i].instruction->reserve(frame);
}

std::vector<Value> Program::run(reference::Session& session, const std::vector<Value>& feeds,
                                const std::vector<Tensor>& places) {
  // The slots are empty between runs, also after a run that threw.
  arena_.enter();
  Frame frame{session, std::exchange(slots_, {}), arena_};
  frame.slots.assign(slot_count_, {});
  std::ranges::copy(feeds, frame.slots.begin());
  for (const auto& [slot, value] : constants_) frame.slots[slot] = value;
  for (const auto& [slot, variable] : plan_.variables) frame.slots[slot] = variable->value();
  const std::size_t first_placed = plan_.outputs.size() - places.size();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto slot = static_cast<std::size_t>(plan_.outputs[first_placed + i].slot);
    if (is_computed_[slot]) frame.slots[slot] = places[i];
  }
  ++runs_;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (i == first_in_place_) reserve_from(i, frame);
    run(entries_[i], frame);
    for (const std::size_t slot : entries_[i].released) frame.slots[slot] = {};
  }
  std::vector<Value> outputs;
  outputs.reserve(plan_.outputs.size());
  for (const auto& output : plan_.outputs) {
    outputs.push_back(frame.slots[static_cast<std::size_t>(output.slot)]);
    const auto* const tensor = outputs.back().get_if<Tensor>();
    // The tensor would keep the whole arena alive.
    if (tensor != nullptr && arena_.has(*tensor)) outputs.back() = copy_of(*tensor);
  }
  frame.slots.clear();
  slots_ = std::move(frame.slots);
  arena_.leave();
  return outputs;
}

}  // namespace kassay::optimized::engine
