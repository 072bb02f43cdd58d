#include "optimized/engine/instruction.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "optimized/engine/pruning.h"
#include "reference/graph/kernel.h"
#include "reference/graph/session.h"
#include "spec/lib/error.h"

namespace kassay::optimized::engine {
namespace {

// Functions that return their argument where they can.
constexpr std::array<std::string_view, 9> kSharing = {
    "batch_flatten",          "expand_dims",     "flatten", "identity", "internal.broadcast_to",
    "internal.stop_gradient", "internal.sum_to", "reshape", "squeeze"};
constexpr std::size_t kLargestKept = std::size_t{1} << 12;  // bytes
// A variable or the caller may hold one of them.
constexpr std::size_t kMostKept = 2;

const std::byte* place_of(std::size_t slot, const Frame& frame) {
  return std::get<Tensor>(frame.slots[slot]).bytes().data();
}

}  // namespace

std::size_t byte_size(const reference::TensorType& type) {
  return static_cast<std::size_t>(element_count(type.shape)) * dtype_size(type.dtype);
}

bool may_share(const Call& call) {
  if (call.given.empty()) return false;
  std::string_view function = call.function();
  constexpr std::string_view kBack = "move_back.";
  if (function.starts_with(kBack)) function.remove_prefix(kBack.size());
  return std::ranges::count(kSharing, function) > 0 &&
         byte_size(call.given.front()) == byte_size(call.types.front());
}

Tensor Room::take(const reference::TensorType& type) {
  for (const Tensor& tensor : kept_) {
    if (!tensor.is_shared()) return tensor;
  }
  Tensor fresh = Tensor::unspecified(type.dtype, type.shape);
  if (kept_.size() == kMostKept) kept_.clear();
  if (fresh.byte_size() <= kLargestKept) kept_.push_back(fresh);
  return fresh;
}

Tensor Frame::take(std::size_t slot, const reference::TensorType& type, Room& room) {
  if (const auto* const place = slots[slot].get_if<Tensor>()) return *place;
  std::optional<Tensor> planned = arena.take(slot, type);
  return planned ? std::move(*planned) : room.take(type);
}

Step::Step(Call call) : call_(std::move(call)), rooms_(call_.types.size()) {
  for_each_slot(call_, [&](std::size_t slot) { reads_.push_back(slot); });
  for (std::size_t i = 0; i < call_.operation->types.size(); ++i)
    writes_.push_back(call_.first_slot + i);
}

std::vector<std::size_t> Step::sizes() const {
  std::vector<std::size_t> sizes(writes_.size());
  std::ranges::transform(call_.types, sizes.begin(), byte_size);
  return sizes;
}

bool Step::is_computed(const Frame& frame) const {
  const auto is_in_place = [&](std::size_t slot, const std::byte* place) {
    return place_of(slot, frame) == place;
  };
  return !kept_.empty() && std::ranges::equal(reads_, places_, is_in_place);
}

std::vector<const std::byte*> Step::places_of_arguments(const Frame& frame) const {
  std::vector<const std::byte*> places;
  for (const std::size_t slot : reads_) places.push_back(place_of(slot, frame));
  return places;
}

// Keeps results only if the same arguments came twice. An argument with a new array in each run, such as a weight in training, would be
// kept for nothing.
void Step::keep(const Frame& frame) {
  auto places = places_of_arguments(frame);
  const bool comes_again = places == places_;
  places_ = std::move(places);
  arguments_.clear();
  kept_.clear();
  if (!comes_again) return;
  for (const std::size_t slot : reads_) arguments_.push_back(frame.slots[slot]);
  for (const std::size_t slot : writes_) kept_.push_back(frame.slots[slot]);
}

void Step::run(Frame& frame) {
  if (is_computed(frame)) {
    for (std::size_t i = 0; i < writes_.size(); ++i) frame.slots[writes_[i]] = kept_[i];
    return;
  }
  for (std::size_t i = 0; i < call_.open.size(); ++i)
    call_.bound.values[call_.open[i]] = fetch(call_.arguments[i], frame.slots);
  if (call_.operation->kernel->is_random)
    call_.bound.draw.evaluation = frame.session.next_evaluation(call_.bound.draw.operation);
  compute(frame);
  for (const std::size_t argument : call_.open) call_.bound.values[argument] = {};
  if (call_.is_kept) keep(frame);
}

bool Step::never_refuses() const { return !call_.is_kept && engine::never_refuses(call_); }

void Step::reserve(Frame& frame) {
  results_.clear();
  for (std::size_t i = 0; i < call_.types.size(); ++i)
    results_.push_back(frame.take(writes_[i], call_.types[i], rooms_[i]));
  is_reserved_ = true;
}

void Step::compute(Frame& frame) {
  if (call_.types.empty()) {
    auto results = reference::compute(*call_.operation, call_.bound, frame.session.executor());
    for (std::size_t i = 0; i < results.size(); ++i)
      frame.slots[writes_[i]] = std::move(results[i]);
    return;
  }
  if (!is_reserved_) reserve(frame);
  is_reserved_ = false;
  try {
    engine::compute(call_, results_);
  } catch (const ApiError& error) {
    throw reference::error_in(std::string(call_.function()), error);
  }
  for (std::size_t i = 0; i < results_.size(); ++i)
    frame.slots[writes_[i]] = std::move(results_[i]);
  results_.clear();
}

}  // namespace kassay::optimized::engine
