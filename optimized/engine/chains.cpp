#include "optimized/engine/chains.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "optimized/engine/chain.h"
#include "optimized/engine/link.h"
#include "optimized/engine/scan/scan_step.h"

namespace kassay::optimized::engine {
namespace {

// A chain that grows, call by call.
class Growth {
 public:
  Growth(const std::vector<Call>& calls, const std::vector<std::optional<Noted>>& noted)
      : calls_(calls), noted_(noted) {}

  // Its calls, by place, in order.
  const std::set<std::size_t>& members() const { return members_; }

  bool depends(const Call& call) const { return reads_any(call, made_); }
  // Whether it reads a result that is known only after the last element.
  bool needs_all(const Call& call) const { return reads_any(call, totals_); }
  // Whether it reads what a member reads or makes, or the result of a waiting call: so no waiting call reads another one.
  bool is_related(const Call& call) const {
    return depends(call) || reads_any(call, read_) || reads_any(call, waiting_);
  }

  // Adds the call at the place, and the waiting calls that it needs.
  void take(std::size_t place) {
    for_each_slot(calls_[place], [&](std::size_t slot) {
      const auto found = waiting_.find(slot);
      if (found != waiting_.end()) add(found->second);
    });
    add(place);
  }

  // The call at the place waits: it joins if a member reads its result.
  void may_wait(std::size_t place) { waiting_.emplace(calls_[place].first_slot, place); }

  // Puts the call before the chain, and with it the calls that it reads.
  void skip(const Call& call) {
    for_each_slot(call, [&](std::size_t slot) { waiting_.erase(slot); });
  }

 private:
  template <class Slots>
  static bool reads_any(const Call& call, const Slots& slots) {
    bool found = false;
    for_each_slot(call, [&](std::size_t slot) { found = found || slots.contains(slot); });
    return found;
  }

  void add(std::size_t place) {
    const Call& call = calls_[place];
    members_.insert(place);
    (noted_[place]->total ? totals_ : made_).insert(call.first_slot);
    for_each_slot(call, [&](std::size_t slot) { read_.insert(slot); });
  }

  const std::vector<Call>& calls_;
  const std::vector<std::optional<Noted>>& noted_;
  std::set<std::size_t> members_, made_, totals_, read_;
  std::map<std::size_t, std::size_t> waiting_;  // places by slot of the result
};

// Finds chains in a list of calls.
class Finder {
 public:
  Finder(std::vector<Call> calls, const std::vector<bool>& read_later, const Options& options)
      : options_(options),
        calls_(std::move(calls)),
        noted_(calls_.size()),
        readers_(read_later.begin(), read_later.end()) {
    if (options_.makes_chains) std::ranges::transform(calls_, noted_.begin(), noted_loop);
    for (std::size_t place = 0; place < calls_.size(); ++place) {
      if (noted_[place]) made_.emplace(calls_[place].first_slot, shape_of(place));
    }
    if (options_.makes_totals) add_totals();
    for (const Call& call : calls_)
      for_each_slot(call, [&](std::size_t slot) { ++readers_[slot]; });
  }

  std::vector<Part> parts() && {
    std::vector<std::size_t> all(calls_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    add(all);
    return std::move(parts_);
  }

 private:
  static constexpr std::size_t kLookAhead = 128;  // calls outside the chain

  // Adds sums of what other links make; a separate sum is faster as a kernel.
  void add_totals() {
    for (std::size_t place = 0; place < calls_.size(); ++place) {
      auto total = noted_total(calls_[place]);
      if (total && made_.contains(static_cast<std::size_t>(calls_[place].arguments.front().slot)))
        noted_[place] = std::move(total);
    }
  }

  // Larger arrays come first: their chains are worth more, and calls on few elements would split them.
  using Size = std::pair<std::int64_t, Shape>;
  const Shape& shape_of(std::size_t place) const { return noted_[place]->shape_in(calls_[place]); }
  Size size_of(std::size_t place) const {
    const Shape& shape = shape_of(place);
    return {element_count(shape), shape};
  }

  // Adds the calls at these places, arguments first. Every possible link becomes one, if need be in its own
  // chain.
  void add(const std::vector<std::size_t>& places) {
    std::optional<Size> largest;
    for (const std::size_t place : places) {
      if (noted_[place] && (!largest || size_of(place) > *largest)) largest = size_of(place);
    }
    if (!largest) {
      for (const std::size_t place : places) add_call(place);
      return;
    }
    std::vector<std::size_t> others;  // they come before the next chain
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!noted_[places[i]] || size_of(places[i]) != *largest) {
        others.push_back(places[i]);
        continue;
      }
      // The calls in between do not depend on the chain: such a call would have ended it.
      const std::vector<std::size_t> members = chain_from(places, i);
      for (std::size_t m = 0; m < members.size(); ++i) {
        if (places[i] == members[m]) {
          ++m;
        } else {
          others.push_back(places[i]);
        }
      }
      --i;
      add(others);
      others.clear();
      add_chain(members);
    }
    add(others);
  }

  // The chain that begins with the call at that place: calls that read what a member reads or makes, and the calls in between that these
  // read. Precondition: the call can be a link.
  std::vector<std::size_t> chain_from(const std::vector<std::size_t>& places, std::size_t i) const {
    const Shape& shape = shape_of(places[i]);
    Growth growth(calls_, noted_);
    growth.take(places[i]);
    for (std::size_t j = i + 1; j < places.size() && j - i < kLookAhead + growth.members().size();
         ++j) {
      const Call& call = calls_[places[j]];
      const std::optional<Noted>& noted = noted_[places[j]];
      const bool fits = noted && shape_of(places[j]) == shape && !reads_moved(call, shape);
      if (growth.needs_all(call)) break;
      if (!growth.is_related(call)) {
        if (fits && !noted->total) growth.may_wait(places[j]);
      } else if (fits) {
        growth.take(places[j]);
      } else if (growth.depends(call)) {
        break;
      } else {
        growth.skip(call);
      }
    }
    return {growth.members().begin(), growth.members().end()};
  }

  // Whether it reads the result of a link of that shape at other places than its own: then both cannot be in one chain.
  bool reads_moved(const Call& call, const Shape& shape) const {
    bool found = false;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (absorbed_layout(call, i) == nullptr) continue;
      for_each_slot(call.arguments[i], [&](std::size_t slot) {
        const auto made = made_.find(slot);
        found = found || (made != made_.end() && made->second == shape);
      });
    }
    return found;
  }

  void add_call(std::size_t place) { parts_.push_back({{}, {}, std::move(calls_[place])}); }

  void add_chain(const std::vector<std::size_t>& members) {
    if (members.size() == 1 && noted_[members.front()]->total) return add_call(members.front());
    Part part;
    std::map<std::size_t, std::int64_t> inside;  // the readers within the chain, by slot
    for (const std::size_t place : members)
      for_each_slot(calls_[place], [&](std::size_t slot) { ++inside[slot]; });
    part.links.reserve(members.size());
    for (const std::size_t place : members) {
      const std::size_t slot = calls_[place].first_slot;
      if (readers_[slot] > inside[slot]) part.read_outside.insert(slot);
      part.links.push_back({std::move(*noted_[place]), std::move(calls_[place])});
    }
    parts_.push_back(std::move(part));
  }

  const Options& options_;
  std::vector<Call> calls_;
  std::vector<std::optional<Noted>> noted_;  // by place, if it can be a link
  std::map<std::size_t, Shape> made_;        // by slot: the results of links
  std::vector<std::int64_t> readers_;        // by slot
  std::vector<Part> parts_;
};

}  // namespace

std::vector<Part> in_parts(std::vector<Call> calls, const std::vector<bool>& read_later,
                           const Options& options) {
  return Finder(std::move(calls), read_later, options).parts();
}

VectorCodes codes_for(const Level& level, const Options& options) {
  return VectorCodes(options.makes_code ? level.vector_bytes() : 0);
}

std::unique_ptr<Instruction> instruction_of(Part part, const Level& level, const Options& options,
                                            VectorCodes& codes) {
  if (part.links.empty()) return step_of(std::move(part.call), level, options);
  const auto is_read_outside = [&](std::size_t slot) { return part.read_outside.contains(slot); };
  return std::make_unique<Chain>(std::move(part.links), is_read_outside, options.run_length, codes);
}

std::vector<std::unique_ptr<Instruction>> instructions_of(std::vector<Part> parts,
                                                          const Level& level,
                                                          const Options& options) {
  std::vector<std::unique_ptr<Instruction>> instructions;
  VectorCodes codes = codes_for(level, options);
  for (Part& part : parts)
    instructions.push_back(instruction_of(std::move(part), level, options, codes));
  return instructions;
}

}  // namespace kassay::optimized::engine
