#include "optimized/engine/early_slices.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "optimized/engine/link.h"
#include "optimized/engine/views.h"

namespace kassay::optimized::engine {
namespace {

using reference::TensorType;

// The element at which a slice begins, by dimension; none if the call is not a slice.
std::optional<Shape> start_of(const Call& call) {
  if (call.function() != "slice") return std::nullopt;
  const auto move = move_of(call);
  if (!move) return std::nullopt;
  const Shape& shape = call.given.front().shape;
  Shape start(shape.size());
  std::int64_t rest = move->path.x_start;
  for (std::size_t d = shape.size(); d-- > 0; rest /= shape[d]) start[d] = rest % shape[d];
  return start;
}

// The part of an argument that a slice of the result needs.
struct Part {
  Shape start, shape;
};
Part part_of(const Shape& argument, const Shape& start, const Shape& size) {
  Part part{Shape(argument.size()), argument};
  const std::size_t missing = size.size() - argument.size();
  for (std::size_t d = 0; d < argument.size(); ++d) {
    if (argument[d] == 1) continue;
    part.start[d] = start[d + missing];
    part.shape[d] = size[d + missing];
  }
  return part;
}

List list_of(const Shape& numbers) { return List(numbers.begin(), numbers.end()); }

class Slicer {
 public:
  Slicer(const std::vector<Call>& calls, const std::vector<bool>& is_output, bool in_chains,
         const Level& level, std::size_t& slot_count)
      : is_output_(is_output), in_chains_(in_chains), level_(level), slot_count_(slot_count) {
    if (in_chains) return;
    for (const Call& call : calls) {
      if (noted_loop(call)) made_by_loops_.insert(static_cast<std::ptrdiff_t>(call.first_slot));
    }
  }

  // Adds calls from the last to the first: the readers of a call's results come before it.
  void add(Call call) {
    const std::size_t slot = call.first_slot;
    if (!only_slices_read(call)) return put(std::move(call));
    const std::vector<std::size_t> slices = readers_.at(slot);
    for (const std::size_t place : slices) compute_slice(place, call);
  }
  std::vector<Call> calls() && {
    std::ranges::reverse(calls_);
    return std::move(calls_);
  }

 private:
  bool only_slices_read(const Call& call) const {
    const auto readers = readers_.find(call.first_slot);
    if (readers == readers_.end() || is_output_[call.first_slot] || !noted_loop(call)) return false;
    if (!in_chains_ && !is_alone(call)) return false;
    std::int64_t elements = 0;
    for (const std::size_t place : readers->second) {
      if (!start_of(calls_[place])) return false;
      elements += element_count(calls_[place].types.front().shape);
    }
    return elements <= element_count(call.types.front().shape);
  }

  // Whether it reads only one array of the shape of its result, which no other loop makes.
  bool is_alone(const Call& call) const {
    std::size_t whole = 0;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (call.given[i].shape != call.types.front().shape) continue;
      if (++whole > 1 || made_by_loops_.contains(call.arguments[i].slot)) return false;
    }
    return true;
  }

  void put(Call call) {
    for_each_slot(call, [&](std::size_t slot) { readers_[slot].push_back(calls_.size()); });
    calls_.push_back(std::move(call));
  }

  // Replaces the slice at the place by the call, which then computes only that part.
  void compute_slice(std::size_t place, const Call& call) {
    const Call slice = calls_[place];
    const Shape start = *start_of(slice);
    Call part = call;
    part.first_slot = slice.first_slot;
    part.types = slice.types;
    for (std::size_t i = 0; i < part.arguments.size(); ++i) {
      const Part needed = part_of(call.given[i].shape, start, slice.types.front().shape);
      const std::size_t argument = static_cast<std::size_t>(part.arguments[i].slot);
      if (needed.shape == call.given[i].shape) {
        readers_[argument].push_back(place);
        continue;
      }
      part.given[i].shape = needed.shape;
      part.arguments[i] = {static_cast<std::ptrdiff_t>(slot_count_), {}, {}};
      readers_[slot_count_].push_back(place);
      Call early = made_call(*slice.bound.signature, slice.operation->kernel, level_, slice,
                             {call.arguments[i]}, {list_of(needed.start), list_of(needed.shape)},
                             slot_count_++, {call.given[i].dtype, needed.shape});
      early.given = {call.given[i]};
      put(std::move(early));
    }
    calls_[place] = std::move(part);
  }

  const std::vector<bool>& is_output_;
  bool in_chains_;
  std::set<std::ptrdiff_t> made_by_loops_;  // slots, unless in_chains_
  const Level& level_;
  std::size_t& slot_count_;
  std::vector<Call> calls_;                                  // the last one first
  std::map<std::size_t, std::vector<std::size_t>> readers_;  // by slot: the places of its readers
};

}  // namespace

void slice_early(std::vector<Call>& calls, const std::vector<bool>& is_output, bool in_chains,
                 const Level& level, std::size_t& slot_count) {
  const auto is_slice = [](const Call& call) { return call.function() == "slice"; };
  if (std::ranges::none_of(calls, is_slice)) return;
  Slicer slicer(calls, is_output, in_chains, level, slot_count);
  while (!calls.empty()) {
    slicer.add(std::move(calls.back()));
    calls.pop_back();
  }
  calls = std::move(slicer).calls();
}

}  // namespace kassay::optimized::engine
