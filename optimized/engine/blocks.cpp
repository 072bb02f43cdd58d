#include "optimized/engine/blocks.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "optimized/engine/chain.h"
#include "optimized/engine/elementwise.h"

namespace kassay::optimized::engine {
namespace {

// A chain that grows, call by call.
class Growth {
 public:
  Growth(const std::vector<Call>& calls, const Shape& shape, std::int64_t block_elements)
      : calls_(calls), shape_(shape), block_elements_(block_elements) {}

  // Its calls, by place, in order.
  std::vector<std::size_t> members() const { return {members_.begin(), members_.end()}; }

  bool depends(const Call& call) const { return reads_any(call, made_); }
  // Whether it reads what a member reads or makes, or the result of a call that waits: so no call that waits reads another one.
  bool is_related(const Call& call) const {
    return depends(call) || reads_any(call, read_) ||
           std::ranges::any_of(waiting_, [&](const auto& one) { return reads(call, one.first); });
  }

  // Adds the call at the place, and those that wait for it. False, and nothing is added, where no rows would serve.
  bool take(std::size_t place) {
    std::set<std::size_t> more;
    add_waiting(place, more);
    std::vector<Shape> operands = operands_;
    for (const std::size_t one : more) {
      for (const reference::TensorType& type : calls_[one].given) operands.push_back(type.shape);
    }
    if (!rows_of(shape_, operands, block_elements_)) return false;
    operands_ = std::move(operands);
    for (const std::size_t one : more) {
      const Call& call = calls_[one];
      members_.insert(one);
      waiting_.erase(call.first_slot);
      made_.insert(call.first_slot);
      for_each_slot(call, [&](std::size_t slot) { read_.insert(slot); });
    }
    return true;
  }

  // The call at the place joins if a member reads its result.
  void may_wait(std::size_t place) { waiting_.emplace(calls_[place].first_slot, place); }

  // A call that comes before the chain: what it reads does so too.
  void skip(const Call& call) {
    for_each_slot(call, [&](std::size_t slot) { stop_waiting(slot); });
  }

 private:
  static bool reads(const Call& call, std::size_t wanted) {
    bool found = false;
    for_each_slot(call, [&](std::size_t slot) { found = found || slot == wanted; });
    return found;
  }
  static bool reads_any(const Call& call, const std::set<std::size_t>& slots) {
    bool found = false;
    for_each_slot(call, [&](std::size_t slot) { found = found || slots.contains(slot); });
    return found;
  }

  void add_waiting(std::size_t place, std::set<std::size_t>& more) const {
    more.insert(place);
    for_each_slot(calls_[place], [&](std::size_t slot) {
      const auto found = waiting_.find(slot);
      if (found != waiting_.end()) add_waiting(found->second, more);
    });
  }

  void stop_waiting(std::size_t slot) {
    const auto found = waiting_.find(slot);
    if (found == waiting_.end()) return;
    const std::size_t place = found->second;
    waiting_.erase(found);
    skip(calls_[place]);
  }

  const std::vector<Call>& calls_;
  const Shape& shape_;
  const std::int64_t block_elements_;
  std::set<std::size_t> members_, made_, read_;
  std::map<std::size_t, std::size_t> waiting_;  // places by slot of the result
  std::vector<Shape> operands_;
};

// Finds chains in a list of calls.
class Finder {
 public:
  Finder(std::vector<Call> calls, const std::vector<bool>& read_later, const Options& options)
      : options_(options), calls_(std::move(calls)), readers_(read_later.size()) {
    for (std::size_t slot = 0; slot < read_later.size(); ++slot) readers_[slot] = read_later[slot];
    for (const Call& call : calls_)
      for_each_slot(call, [&](std::size_t slot) { ++readers_[slot]; });
  }

  std::vector<std::unique_ptr<Instruction>> instructions() && {
    std::vector<std::size_t> all(calls_.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    add(all);
    return std::move(instructions_);
  }

 private:
  static constexpr std::size_t kLookAhead = 128;  // calls that do not belong to a chain

  bool may_join(const Call& call) const {
    return options_.makes_blocks && !call.types.empty() &&
           element_count(call.types.front().shape) >= options_.large_elements &&
           is_elementwise_in_rows(call);
  }

  // The calls at these places, in an order in which arguments come first.
  void add(const std::vector<std::size_t>& places) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::vector<std::size_t> members = chain_from(places, i);
      if (members.size() < 2) {
        instructions_.push_back(std::make_unique<Step>(std::move(calls_[places[i]])));
        continue;
      }
      // None of those between depends on the chain, which would have ended there.
      std::vector<std::size_t> between;
      std::size_t end = i;
      for (std::size_t m = 0; m < members.size(); ++end) {
        if (places[end] == members[m]) {
          ++m;
        } else {
          between.push_back(places[end]);
        }
      }
      add(between);
      add_chain(members);
      i = end - 1;
    }
  }

  // The chain that begins with the call at that place: calls that read what a member reads or makes, and what these read of calls
  // that came between.
  std::vector<std::size_t> chain_from(const std::vector<std::size_t>& places, std::size_t i) const {
    if (!may_join(calls_[places[i]])) return {};
    const Shape& shape = calls_[places[i]].types.front().shape;
    Growth growth(calls_, shape, options_.block_elements);
    if (!growth.take(places[i])) return {};
    for (std::size_t j = i + 1; j < places.size() && j - i < kLookAhead + growth.members().size();
         ++j) {
      const Call& call = calls_[places[j]];
      const bool fits = may_join(call) && call.types.front().shape == shape;
      if (growth.is_related(call)) {
        if (fits && growth.take(places[j])) continue;
        if (growth.depends(call)) break;
      } else if (fits) {
        growth.may_wait(places[j]);
        continue;
      }
      growth.skip(call);
    }
    return growth.members();
  }

  void add_chain(const std::vector<std::size_t>& members) {
    std::vector<Call> calls;
    std::map<std::size_t, std::int64_t> inside;  // the readers within the chain, by slot
    for (const std::size_t place : members) {
      for_each_slot(calls_[place], [&](std::size_t slot) { ++inside[slot]; });
      calls.push_back(std::move(calls_[place]));
    }
    const auto is_read_outside = [&](std::size_t slot) { return readers_[slot] > inside[slot]; };
    instructions_.push_back(
        std::make_unique<Chain>(std::move(calls), is_read_outside, options_.block_elements));
  }

  const Options& options_;
  std::vector<Call> calls_;
  std::vector<std::int64_t> readers_;  // by slot
  std::vector<std::unique_ptr<Instruction>> instructions_;
};

}  // namespace

std::vector<std::unique_ptr<Instruction>> in_blocks(std::vector<Call> calls,
                                                    const std::vector<bool>& read_later,
                                                    const Options& options) {
  return Finder(std::move(calls), read_later, options).instructions();
}

}  // namespace kassay::optimized::engine
