#include "optimized/engine/memory_plan.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "spec/lib/memory.h"

namespace kassay::optimized::engine {
namespace {

constexpr std::size_t kAlignment = 64;                   // bytes: a cache line
constexpr std::size_t kMostHeld = std::size_t{1} << 20;  // bytes: from one run to the next

std::size_t aligned(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

bool meet(const Life& a, const Life& b) { return a.first <= b.last && b.first <= a.last; }

// In the order of their offsets.
struct Placed {
  Life life;
  std::size_t offset;

  std::size_t end() const { return offset + aligned(life.bytes); }
};

std::size_t most_live(const std::vector<Life>& lives) {
  std::map<std::size_t, std::pair<std::size_t, std::size_t>> changes;  // bytes that begin, that end
  for (const Life& life : lives) {
    changes[life.first].first += life.bytes;
    changes[life.last + 1].second += life.bytes;
  }
  std::size_t live = 0, most = 0;
  for (const auto& [instruction, change] : changes) {
    live = live + change.first - change.second;
    most = std::max(most, live);
  }
  return most;
}

// Where the life fits between those that it meets.
std::size_t offset_for(const Life& life, const std::vector<Placed>& placed) {
  std::optional<std::size_t> best, best_gap;
  std::size_t end = 0;
  for (const Placed& other : placed) {
    if (!meet(life, other.life)) continue;
    const std::size_t gap = other.offset > end ? other.offset - end : 0;
    if (gap >= aligned(life.bytes) && (!best_gap || gap < *best_gap)) {
      best = end;
      best_gap = gap;
    }
    end = std::max(end, other.end());
  }
  return best.value_or(end);
}

// Which life had which bytes last, as lives begin one after the other.
class Holders {
 public:
  // The slots of those that had some of its bytes until now.
  std::vector<std::size_t> replaced_by(const Placed& placed) {
    std::vector<std::size_t> slots;
    auto held = held_.upper_bound(placed.offset);
    if (held != held_.begin() && std::prev(held)->second.end > placed.offset) --held;
    while (held != held_.end() && held->first < placed.end()) {
      const auto [begin, rest] = *held;
      if (std::ranges::find(slots, rest.slot) == slots.end()) slots.push_back(rest.slot);
      held = held_.erase(held);
      if (begin < placed.offset) held_[begin] = {placed.offset, rest.slot};
      if (rest.end > placed.end()) held_[placed.end()] = rest;
    }
    held_[placed.offset] = {placed.end(), placed.life.slot};
    return slots;
  }

 private:
  struct Held {
    std::size_t end, slot;
  };
  std::map<std::size_t, Held> held_;  // by their first byte
};

}  // namespace

MemoryPlan plan_memory(std::vector<Life> lives) {
  std::ranges::stable_sort(lives, std::greater{}, &Life::bytes);
  std::vector<Placed> placed;
  MemoryPlan plan;
  plan.most_live = most_live(lives);
  for (const Life& life : lives) {
    const Placed one{life, offset_for(life, placed)};
    placed.insert(std::ranges::upper_bound(placed, one.offset, {}, &Placed::offset), one);
    plan.bytes = std::max(plan.bytes, one.end());
  }
  std::ranges::stable_sort(placed, {}, [](const Placed& one) { return one.life.first; });
  Holders holders;
  for (const Placed& one : placed)
    plan.places[one.life.slot] = {one.offset, holders.replaced_by(one)};
  return plan;
}

Arena::Arena(MemoryPlan plan) : plan_(std::move(plan)) {}

void Arena::enter() {
  ++run_;
  const auto is_shared = [](const auto& entry) { return entry.second.array.is_shared(); };
  if (memory_ && std::ranges::none_of(taken_, is_shared)) return;
  taken_.clear();
  memory_ = plan_.bytes > 0 ? unspecified_memory(plan_.bytes) : nullptr;
}

void Arena::leave() {
  if (plan_.bytes <= kMostHeld) return;
  taken_.clear();
  memory_ = nullptr;
}

bool Arena::is_free(const MemoryPlan::Place& place) const {
  return std::ranges::all_of(place.before, [&](std::size_t slot) {
    const auto taken = taken_.find(slot);
    if (taken == taken_.end()) return is_free(plan_.places.at(slot));
    if (taken->second.array.is_shared()) return false;
    return taken->second.run == run_ || is_free(plan_.places.at(slot));
  });
}

std::optional<Tensor> Arena::take(std::size_t slot, const reference::TensorType& type) {
  const auto found = plan_.places.find(slot);
  if (found == plan_.places.end()) return std::nullopt;
  const MemoryPlan::Place& place = found->second;
  if (!is_free(place)) return std::nullopt;
  const auto [taken, is_new] = taken_.try_emplace(slot);
  if (is_new) {
    // An owner of its own, which tells when nobody has the array any more.
    const std::shared_ptr<std::byte> owner(memory_.get() + place.offset,
                                           [memory = memory_](std::byte*) {});
    taken->second.array = Tensor(type.dtype, type.shape, owner);
  }
  taken->second.run = run_;
  return taken->second.array;
}

bool Arena::has(const Tensor& tensor) const {
  const std::byte* const begin = memory_.get();
  const std::byte* const place = tensor.bytes().data();
  return begin != nullptr && begin <= place && place < begin + plan_.bytes;
}

}  // namespace kassay::optimized::engine
