#include "optimized/engine/memory_plan.h"

#include <algorithm>
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

struct Placed {
  Life life;
  std::size_t offset;

  std::size_t end() const { return offset + aligned(life.bytes); }
};

std::size_t live_bytes(const std::vector<Life>& lives, std::size_t instruction) {
  std::size_t bytes = 0;
  for (const Life& life : lives)
    if (life.first <= instruction && instruction <= life.last) bytes += life.bytes;
  return bytes;
}

// Where the life fits between those that it meets.
std::size_t offset_for(const Life& life, const std::vector<Placed>& placed) {
  std::vector<const Placed*> met;
  for (const Placed& other : placed)
    if (meet(life, other.life)) met.push_back(&other);
  std::ranges::sort(met, {}, [](const Placed* other) { return other->offset; });
  std::optional<std::size_t> best, best_gap;
  std::size_t end = 0;
  for (const Placed* const other : met) {
    const std::size_t gap = other->offset > end ? other->offset - end : 0;
    if (gap >= aligned(life.bytes) && (!best_gap || gap < *best_gap)) {
      best = end;
      best_gap = gap;
    }
    end = std::max(end, other->end());
  }
  return best.value_or(end);
}

}  // namespace

MemoryPlan plan_memory(std::vector<Life> lives) {
  std::ranges::stable_sort(lives, std::greater{}, &Life::bytes);
  std::vector<Placed> placed;
  MemoryPlan plan;
  for (const Life& life : lives)
    plan.most_live = std::max(plan.most_live, live_bytes(lives, life.first));
  for (const Life& life : lives) {
    placed.push_back({life, offset_for(life, placed)});
    plan.bytes = std::max(plan.bytes, placed.back().end());
  }
  for (const Placed& one : placed) {
    MemoryPlan::Place& place = plan.places[one.life.slot];
    place.offset = one.offset;
    for (const Placed& other : placed) {
      const bool has_its_bytes = other.offset < one.end() && one.offset < other.end();
      if (has_its_bytes && other.life.last < one.life.first)
        place.before.push_back(other.life.slot);
    }
  }
  return plan;
}

Arena::Arena(MemoryPlan plan) : plan_(std::move(plan)) {}

void Arena::enter() {
  const auto is_shared = [](const auto& entry) { return entry.second.is_shared(); };
  if (memory_ && std::ranges::none_of(tensors_, is_shared)) return;
  tensors_.clear();
  memory_ = plan_.bytes > 0 ? unspecified_memory(plan_.bytes) : nullptr;
}

void Arena::leave() {
  if (plan_.bytes <= kMostHeld) return;
  tensors_.clear();
  memory_ = nullptr;
}

bool Arena::is_in_use(std::size_t slot) const {
  const auto found = tensors_.find(slot);
  return found != tensors_.end() && found->second.is_shared();
}

std::optional<Tensor> Arena::take(std::size_t slot, const reference::TensorType& type) {
  const auto found = plan_.places.find(slot);
  if (found == plan_.places.end()) return std::nullopt;
  const MemoryPlan::Place& place = found->second;
  if (std::ranges::any_of(place.before, [&](std::size_t other) { return is_in_use(other); }))
    return std::nullopt;
  const auto made = tensors_.find(slot);
  if (made != tensors_.end()) return made->second;
  // An owner of its own, which tells when nobody has the array any more.
  const std::shared_ptr<std::byte> owner(memory_.get() + place.offset,
                                         [memory = memory_](std::byte*) {});
  return tensors_.emplace(slot, Tensor(type.dtype, type.shape, owner)).first->second;
}

bool Arena::has(const Tensor& tensor) const {
  const std::byte* const begin = memory_.get();
  const std::byte* const place = tensor.bytes().data();
  return begin != nullptr && begin <= place && place < begin + plan_.bytes;
}

}  // namespace kassay::optimized::engine
