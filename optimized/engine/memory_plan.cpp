#include "optimized/engine/memory_plan.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "spec/lib/memory.h"

namespace kassay::optimized::engine {
namespace {

constexpr std::size_t kAlignment = 64;                   // bytes: a cache line
constexpr std::size_t kMostHeld = std::size_t{1} << 20;  // bytes: from one run to the next

std::size_t aligned(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

std::size_t most_live(const std::vector<Life>& lives) {
  std::map<std::size_t, std::pair<std::size_t, std::size_t>> changes;  // bytes added, freed
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

// The bytes that are free at some time. The last gap is unbounded.
class Gaps {
 public:
  // Takes so many bytes from the smallest gap that has them; returns where they begin.
  std::size_t take(std::size_t bytes) {
    const auto [size, begin] = *by_size_.lower_bound({bytes, 0});
    remove(begin);
    if (size > bytes) add(begin + bytes, begin + size);
    return begin;
  }

  void give_back(std::size_t begin, std::size_t end) {
    const auto next = ends_.upper_bound(begin);
    const auto last = next == ends_.begin() ? next : std::prev(next);
    const auto [next_begin, next_end] = *next;
    if (last->second == begin) {
      begin = last->first;
      remove(begin);
    }
    if (next_begin == end) {
      end = next_end;
      remove(next_begin);
    }
    add(begin, end);
  }

 private:
  void add(std::size_t begin, std::size_t end) {
    ends_[begin] = end;
    by_size_.emplace(end - begin, begin);
  }
  void remove(std::size_t begin) {
    const auto gap = ends_.find(begin);
    by_size_.erase({gap->second - begin, begin});
    ends_.erase(gap);
  }

  static constexpr std::size_t kNoEnd =
      std::numeric_limits<std::size_t>::max() / kAlignment * kAlignment;
  std::map<std::size_t, std::size_t> ends_{{0, kNoEnd}};                // by begin
  std::set<std::pair<std::size_t, std::size_t>> by_size_{{kNoEnd, 0}};  // with begin
};

struct Places {
  std::vector<std::size_t> offsets;  // by life
  std::size_t bytes = 0;
};

// The numbers of the lives that have bytes, in the order of that instruction; larger ones come first.
std::vector<std::size_t> in_order(const std::vector<Life>& lives, std::size_t Life::*instruction) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < lives.size(); ++i)
    if (lives[i].bytes > 0) order.push_back(i);
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return lives[i].bytes; });
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return lives[i].*instruction; });
  return order;
}

// Each life takes the smallest gap when it begins.
Places places_of(const std::vector<Life>& lives) {
  Places places{std::vector<std::size_t>(lives.size())};
  Gaps gaps;
  const std::vector<std::size_t> end = in_order(lives, &Life::last);
  auto ending = end.begin();
  for (const std::size_t i : in_order(lives, &Life::first)) {
    for (; lives[*ending].last < lives[i].first; ++ending)
      gaps.give_back(places.offsets[*ending],
                     places.offsets[*ending] + aligned(lives[*ending].bytes));
    places.offsets[i] = gaps.take(aligned(lives[i].bytes));
    places.bytes = std::max(places.bytes, places.offsets[i] + aligned(lives[i].bytes));
  }
  return places;
}

// Reverses the order of time.
std::vector<Life> reversed(std::vector<Life> lives) {
  std::size_t last = 0;
  for (const Life& life : lives) last = std::max(last, life.last);
  for (Life& life : lives) life = {life.slot, life.bytes, last - life.last, last - life.first};
  return lives;
}

// Which life held which bytes last. Lives are added in the order in which they begin.
class Holders {
 public:
  // Gives the bytes to the life; returns the slots of the lives that held some of them.
  std::vector<std::size_t> replaced_by(const Life& life, std::size_t first, std::size_t end) {
    std::vector<std::size_t> slots;
    auto held = held_.upper_bound(first);
    if (held != held_.begin() && std::prev(held)->second.end > first) --held;
    while (held != held_.end() && held->first < end) {
      const auto [begin, rest] = *held;
      if (std::ranges::find(slots, rest.slot) == slots.end()) slots.push_back(rest.slot);
      held = held_.erase(held);
      if (begin < first) held_[begin] = {first, rest.slot};
      if (rest.end > end) held_[end] = rest;
    }
    held_[first] = {end, life.slot};
    return slots;
  }

 private:
  struct Held {
    std::size_t end, slot;
  };
  std::map<std::size_t, Held> held_;  // by their first byte
};

}  // namespace

MemoryPlan plan_memory(const std::vector<Life>& lives) {
  const Places forward = places_of(lives), back = places_of(reversed(lives));
  const Places& best = back.bytes < forward.bytes ? back : forward;
  MemoryPlan plan{best.bytes, most_live(lives), {}};
  for (const Life& life : lives) plan.places[life.slot] = {};
  Holders holders;
  for (const std::size_t i : in_order(lives, &Life::first)) {
    const std::size_t offset = best.offsets[i], end = offset + aligned(lives[i].bytes);
    plan.places[lives[i].slot] = {offset, holders.replaced_by(lives[i], offset, end)};
  }
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
    // A separate owner, which shows when the array is no longer used.
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
