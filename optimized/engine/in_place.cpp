#include "optimized/engine/in_place.h"

#include <algorithm>
#include <map>

namespace kassay::optimized::engine {
namespace {

// Whether a result, which has the dtype of every update of the variable, can be in its array.
bool is_array_of(const reference::Variable& variable, const Shape& shape) {
  return !variable.type().sparse && variable.type().shape == shape;
}

}  // namespace

std::vector<Update> certain_updates(const reference::Plan& plan, const std::vector<Call>& calls) {
  std::map<std::size_t, const Shape*> shapes;  // of results, by slot
  for (const Call& call : calls) {
    std::size_t slot = call.first_slot;
    for (const reference::TensorType& type : call.types) shapes.emplace(slot++, &type.shape);
  }
  std::vector<Update> updates;
  const std::size_t first = plan.outputs.size() - plan.updated.size();
  for (std::size_t i = 0; i < plan.updated.size(); ++i) {
    const auto& variable = plan.updated[i];
    const auto value = static_cast<std::size_t>(plan.outputs[first + i].slot);
    const auto shape = shapes.find(value);
    if (shape == shapes.end() || !is_array_of(*variable, *shape->second)) break;
    std::erase_if(updates, [&](const Update& earlier) { return earlier.variable == variable; });
    updates.push_back({variable, value, {}});
    for (const auto& [slot, read] : plan.variables) {
      if (read == variable) updates.back().old = slot;
    }
  }
  return updates;
}

std::size_t update_in_place(const std::vector<Update>& updates, std::vector<bool> read_later,
                            const std::vector<std::unique_ptr<Instruction>>& instructions) {
  struct Candidate {
    Chain* chain;
    const Update* update;
    std::size_t place;  // of the chain
  };
  std::vector<Candidate> candidates;  // from the last one on
  std::vector<bool> may_be_shared(read_later.size());
  for (std::size_t i = instructions.size(); i-- > 0 && instructions[i]->never_refuses();) {
    auto* const chain = dynamic_cast<Chain*>(instructions[i].get());
    for (const Update& update : updates) {
      if (chain == nullptr || (update.old && read_later[*update.old])) continue;
      if (chain->can_update_in_place(update)) candidates.push_back({chain, &update, i});
    }
    for (const std::size_t slot : instructions[i]->reads()) read_later[slot] = true;
  }
  // When the memory is taken, nobody knows yet which results will have the arrays of arguments. Those of chains never do.
  const std::size_t begin = candidates.empty() ? instructions.size() : candidates.back().place;
  for (std::size_t i = begin; i < instructions.size(); ++i) {
    if (dynamic_cast<Chain*>(instructions[i].get()) != nullptr) continue;
    for (const std::size_t slot : instructions[i]->reads()) may_be_shared[slot] = true;
  }
  std::size_t first = instructions.size();
  for (const auto& [chain, update, place] : candidates) {
    if (update->old && may_be_shared[*update->old]) continue;
    chain->update_in_place(*update);
    first = place;
  }
  return first;
}

}  // namespace kassay::optimized::engine
