#include "optimized/engine/in_place.h"

#include <algorithm>
#include <map>

namespace kassay::optimized::engine {
namespace {

// Whether a result with that shape fits the array of the variable; every update has the variable's dtype.
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
  std::map<const reference::Variable*, std::size_t> read, places;  // slots and updates, by variable
  for (const auto& [slot, variable] : plan.variables) read.emplace(variable.get(), slot);
  std::vector<Update> updates;
  const std::size_t first = plan.outputs.size() - plan.updated.size();
  for (std::size_t i = 0; i < plan.updated.size(); ++i) {
    const auto& variable = plan.updated[i];
    const auto value = static_cast<std::size_t>(plan.outputs[first + i].slot);
    const auto shape = shapes.find(value);
    if (shape == shapes.end() || !is_array_of(*variable, *shape->second)) break;
    const auto [place, is_new] = places.try_emplace(variable.get(), updates.size());
    if (is_new) updates.push_back({variable, value, {}});
    updates[place->second].value = value;
    if (const auto slot = read.find(variable.get()); slot != read.end())
      updates[place->second].old = slot->second;
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
  std::multimap<std::size_t, const Update*> by_value;
  for (const Update& update : updates) by_value.emplace(update.value, &update);
  std::vector<Candidate> candidates;  // from the last one to the first
  std::vector<bool> may_be_shared(read_later.size());
  for (std::size_t i = instructions.size(); i-- > 0 && instructions[i]->never_refuses();) {
    if (auto* const chain = dynamic_cast<Chain*>(instructions[i].get())) {
      for (const std::size_t value : chain->writes()) {
        const auto [begin, end] = by_value.equal_range(value);
        for (auto entry = begin; entry != end; ++entry) {
          const Update& update = *entry->second;
          if (update.old && read_later[*update.old]) continue;
          if (chain->can_update_in_place(update)) candidates.push_back({chain, &update, i});
        }
      }
    }
    for (const std::size_t slot : instructions[i]->reads()) read_later[slot] = true;
  }
  // When a run reserves memory, it is not yet known which results will share arrays with their arguments. Results of chains never do.
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
