#include "optimized/engine/sums_of_products.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "reference/runtime/kernel.h"
#include "reference/runtime/operators.h"

namespace kassay::optimized::engine {
namespace {

using Source = reference::Plan::Source;

// The operands of products whose sum is in a slot, and the slots of this sum and of all its parts.
struct Sum {
  std::vector<Source> xs, ys;
  std::set<std::size_t> parts;
};

bool is_product(const Call& call) {
  return call.function() == "internal.contract" && !call.types.empty() &&
         is_floating(call.types.front().dtype) && call.open.size() == 2 &&
         is_integer(call.bound.values[2], 0) && is_integer(call.bound.values[3], 0);
}

bool is_addition(const Call& call) {
  return call.function() == "operator.add" && call.open.size() == 2 && !call.types.empty() &&
         call.views.empty() && call.given[0].shape == call.types.front().shape &&
         call.given[1].shape == call.types.front().shape;
}

// internal.contract_all in the place of an addition.
Call joined(const Call& addition, Sum sum, const Level& level) {
  static const std::string name = "internal.contract_all";
  return made_call(*reference::find_internal_signature(name),
                   *reference::find_internal_kernel(name), level, addition,
                   {{-1, {}, std::move(sum.xs)}, {-1, {}, std::move(sum.ys)}}, {},
                   addition.first_slot, addition.types.front());
}

}  // namespace

std::vector<Call> with_joined_products(std::vector<Call> calls, const std::vector<bool>& read_later,
                                       const Level& level) {
  std::map<std::size_t, std::size_t> readers;  // by slot
  for (const Call& call : calls) for_each_slot(call, [&](std::size_t slot) { ++readers[slot]; });
  std::map<std::size_t, Sum> sums;  // by slot, of which none is a part of another one
  const auto part = [&](const Source& source) {
    const auto slot = static_cast<std::size_t>(source.slot);
    return readers[slot] == 1 && !read_later[slot] ? sums.find(slot) : sums.end();
  };
  for (const Call& call : calls) {
    if (is_product(call)) {
      sums[call.first_slot] = {{call.arguments[0]}, {call.arguments[1]}, {call.first_slot}};
    } else if (is_addition(call)) {
      const auto first = part(call.arguments[0]), second = part(call.arguments[1]);
      if (first == sums.end() || second == sums.end()) continue;
      Sum sum = std::move(first->second);
      std::ranges::move(second->second.xs, std::back_inserter(sum.xs));
      std::ranges::move(second->second.ys, std::back_inserter(sum.ys));
      sum.parts.merge(second->second.parts);
      sum.parts.insert(call.first_slot);
      sums.erase(first);
      sums.erase(second);
      sums[call.first_slot] = std::move(sum);
    }
  }
  std::set<std::size_t> parts;
  for (const auto& [slot, sum] : sums) {
    if (sum.parts.size() > 1) parts.insert(sum.parts.begin(), sum.parts.end());
  }
  std::vector<Call> kept;
  for (Call& call : calls) {
    const auto sum = sums.find(call.first_slot);
    if (!parts.contains(call.first_slot)) {
      kept.push_back(std::move(call));
    } else if (sum != sums.end()) {
      kept.push_back(joined(call, std::move(sum->second), level));
    }
  }
  return kept;
}

}  // namespace kassay::optimized::engine
