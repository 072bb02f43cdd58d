#include "optimized/engine/schedule.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace kassay::optimized::engine {
namespace {

// The slots that the part reads, each once, in the order of their first reading.
std::vector<std::size_t> read_by(const Part& part) {
  std::vector<std::size_t> slots;
  std::set<std::size_t> read, made;
  const auto add = [&](std::size_t slot) {
    if (read.insert(slot).second) slots.push_back(slot);
  };
  for (const Link& link : part.links) {
    for (std::size_t i = 0; i < link.call.arguments.size(); ++i) {
      for_each_slot(link.call.arguments[i], [&](std::size_t slot) {
        if (absorbed_layout(link.call, i) != nullptr || !made.contains(slot)) add(slot);
      });
    }
    made.insert(link.call.first_slot);
  }
  if (part.links.empty()) for_each_slot(part.call, add);
  return slots;
}

std::vector<std::size_t> written_by(const Part& part) {
  if (!part.links.empty()) return {part.read_outside.begin(), part.read_outside.end()};
  std::vector<std::size_t> slots;
  for (std::size_t i = 0; i < part.call.operation->types.size(); ++i)
    slots.push_back(part.call.first_slot + i);
  return slots;
}

}  // namespace

bool is_alias(const Part& part) { return may_share(part.call) && part.call.arguments.size() == 1; }

bool reads_in_place(const Part& part, std::size_t slot) {
  return std::ranges::all_of(part.links, [&](const Link& link) {
    const Call& call = link.call;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const bool is_spread =
          absorbed_layout(call, i) != nullptr || call.given[i].shape != link.shape();
      bool is_read = false;
      for_each_slot(call.arguments[i],
                    [&](std::size_t read) { is_read = is_read || read == slot; });
      if (is_read && is_spread) return false;
    }
    return true;
  });
}

Schedule::Schedule(std::vector<Part> parts, std::vector<bool> is_output)
    : is_output_(std::move(is_output)), readers_(is_output_.size()), makers_(is_output_.size()) {
  for (Part& part : parts) {
    Entry entry{{}, read_by(part), written_by(part), {}, {}};
    if (may_share(part.call)) entry.origins = entry.reads;
    for (const std::size_t slot : entry.reads) readers_[slot].push_back(entries_.size());
    for (const std::size_t slot : entry.writes) makers_[slot] = entries_.size();
    entry.part = std::move(part);
    entries_.push_back(std::move(entry));
  }
  std::vector<bool> is_needed = is_output_;  // after the entry
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
    for (const auto* slots : {&entry->reads, &entry->writes}) {
      for (const std::size_t slot : *slots) {
        if (!is_needed[slot]) entry->released.push_back(slot);
        is_needed[slot] = true;
      }
    }
  }
}

std::vector<Part> Schedule::take_parts() && {
  std::vector<Part> parts;
  for (Entry& entry : entries_) parts.push_back(std::move(entry.part));
  return parts;
}

bool Schedule::is_made(std::size_t slot) const {
  return makers_[slot] && !is_alias(entries_[*makers_[slot]].part);
}

bool Schedule::may_replace(std::size_t old, std::size_t value) const {
  const std::size_t maker = *makers_[value];
  return !is_output_[old] && std::ranges::all_of(readers_[old], [&](std::size_t reader) {
    const Part& part = entries_[reader].part;
    if (is_alias(part)) return false;
    return reader < maker || (reader == maker && !part.links.empty() && reads_in_place(part, old));
  });
}

std::vector<Life> Schedule::lives(
    const std::vector<std::size_t>& given,
    const std::function<std::optional<std::size_t>(std::size_t)>& bytes) const {
  std::map<std::size_t, Life> lives;
  std::map<std::size_t, std::set<std::size_t>> arrays;  // arrays that a slot may hold
  const auto begin = [&](std::size_t slot, std::size_t at) {
    arrays[slot].insert(slot);
    if (const auto size = bytes(slot)) lives[slot] = {slot, *size, at, at};
  };
  const auto extend = [&](std::size_t slot, std::size_t at) {
    for (const std::size_t array : arrays[slot])
      if (const auto life = lives.find(array); life != lives.end()) life->second.last = at;
  };
  for (const std::size_t slot : given) begin(slot, 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    for (const std::size_t slot : entry.reads) extend(slot, i + 1);
    for (const std::size_t slot : entry.writes) {
      if (!is_alias(entry.part)) begin(slot, i + 1);
      for (const std::size_t origin : entry.origins) arrays[slot].merge(std::set(arrays[origin]));
    }
  }
  for (const auto& [slot, all] : arrays)
    if (is_output_[slot]) extend(slot, entries_.size() + 1);
  std::vector<Life> all;
  for (const auto& [slot, life] : lives) all.push_back(life);
  return all;
}

}  // namespace kassay::optimized::engine
