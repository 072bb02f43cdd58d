#include "reference/graph/plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "reference/graph/kernel.h"
#include "reference/graph/session.h"

namespace kassay::reference {
namespace {

using Source = Plan::Source;

// Where the results of a graph will be.
class Slots {
 public:
  std::ptrdiff_t of(const Symbol& symbol) const { return numbers_.at(symbol.get()); }
  bool has(const Symbol& symbol) const { return numbers_.contains(symbol.get()); }
  void set(const Symbol& symbol, std::size_t slot) {
    numbers_.emplace(symbol.get(), static_cast<std::ptrdiff_t>(slot));
  }

  Source source_of(const Value& value) const {
    Source source;
    bool constant = true;
    for_each_symbol(value, [&](const Symbol&) { constant = false; });
    if (const Symbol symbol = symbol_of(value)) {
      source.slot = of(symbol);
    } else if (constant) {
      source.constant = value;
    } else {
      for (const Value& entry : std::get<List>(value)) source.elements.push_back(source_of(entry));
    }
    return source;
  }

 private:
  std::map<const SymbolicTensor*, std::ptrdiff_t> numbers_;
};

class StepByStep : public Executable {
 public:
  explicit StepByStep(Plan plan) : plan_(std::move(plan)) {}

  std::vector<Value> run(Session& session, const std::vector<Value>& feeds) override {
    std::vector<Value> slots(plan_.slot_count);
    std::ranges::copy(feeds, slots.begin());
    for (const auto& [slot, value] : plan_.constants) slots[slot] = value;
    for (const auto& [slot, variable] : plan_.variables) slots[slot] = variable->value();
    for (const Plan::Step& step : plan_.steps) compute(step, session, slots);
    std::vector<Value> outputs;
    for (const Source& output : plan_.outputs) outputs.push_back(fetch(output, slots));
    return outputs;
  }

 private:
  static void compute(const Plan::Step& step, Session& session, std::vector<Value>& slots) {
    const Operation& operation = *step.operation;
    BoundCall call{
        operation.call.signature, operation.call.settings, {}, nullptr, operation.call.draw};
    if (operation.kernel->is_random) {
      call.draw.evaluation = session.next_evaluation(call.draw.operation);
    }
    call.values.reserve(step.arguments.size());
    for (const Source& argument : step.arguments) call.values.push_back(fetch(argument, slots));
    std::vector<Value> results = reference::compute(operation, call, session.executor());
    std::ranges::move(results, slots.begin() + static_cast<std::ptrdiff_t>(step.first_slot));
  }

  const Plan plan_;
};

}  // namespace

std::vector<Symbol> ancestors(const std::vector<Symbol>& outputs, bool through_known,
                              const std::vector<Symbol>& given) {
  std::set<const SymbolicTensor*> ends;
  for (const Symbol& symbol : given) ends.insert(symbol.get());
  return ancestors(outputs, through_known,
                   [&](const SymbolicTensor* symbol) { return ends.contains(symbol); });
}

std::vector<Symbol> ancestors(const std::vector<Symbol>& outputs, bool through_known,
                              const std::function<bool(const SymbolicTensor*)>& ends) {
  std::vector<Symbol> found, pending = outputs;
  std::unordered_set<const SymbolicTensor*> seen;
  std::unordered_set<const Operation*> read;  // their arguments have been visited or are pending
  while (!pending.empty()) {
    const Symbol symbol = std::move(pending.back());
    pending.pop_back();
    if (!seen.insert(symbol.get()).second) continue;
    found.push_back(symbol);
    const auto* result = dynamic_cast<const Result*>(symbol.get());
    if (result == nullptr || ends(symbol.get()) || (symbol->known() != nullptr && !through_known))
      continue;
    if (!read.insert(result->operation().get()).second) continue;
    for (const Value& value : result->operation()->call.values) {
      for_each_symbol(value, [&](const Symbol& argument) { pending.push_back(argument); });
    }
  }
  std::ranges::sort(found, {}, [](const Symbol& symbol) { return symbol->number(); });
  return found;
}

Value fetch(const Plan::Source& source, const std::vector<Value>& slots) {
  if (source.slot >= 0) return slots[static_cast<std::size_t>(source.slot)];
  if (source.elements.empty()) return source.constant;
  List list;
  list.reserve(source.elements.size());
  for (const Plan::Source& element : source.elements) list.push_back(fetch(element, slots));
  return list;
}

std::vector<Value> compute(const Operation& operation, const BoundCall& call, Executor& executor) {
  try {
    std::vector<Value> results = executor.compute(*operation.kernel, call);
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (operation.types[i].sparse) results[i] = to_sparse(std::get<Tensor>(results[i]));
    }
    return results;
  } catch (const ApiError& error) {
    throw error_in(call.signature->function, error);
  }
}

ApiError error_in(const std::string& function, const ApiError& error) {
  return {error.kind(), "in " + function + ": " + error.what()};
}

Plan::Plan(const std::vector<Symbol>& wanted, const std::vector<Symbol>& fed,
           std::vector<std::shared_ptr<const Variable>> assigned)
    : updated(std::move(assigned)) {
  Slots slots;
  std::map<const Operation*, std::size_t> first_slots;
  for (const Symbol& symbol : fed) slots.set(symbol, slot_count++);
  for (const Symbol& symbol : ancestors(wanted, /*through_known=*/false, fed)) {
    if (slots.has(symbol)) continue;
    const auto* result = dynamic_cast<const Result*>(symbol.get());
    if (result != nullptr && symbol->known() == nullptr) {
      const auto& operation = result->operation();
      const auto [found, is_new] = first_slots.try_emplace(operation.get(), slot_count);
      if (is_new) {
        if (!operation->kernel->compute) {
          throw std::logic_error(operation->call.signature->function + " is not unrolled");
        }
        Step step{operation, {}, slot_count};
        slot_count += operation->types.size();
        step.arguments.reserve(operation->call.values.size());
        for (const Value& value : operation->call.values)
          step.arguments.push_back(slots.source_of(value));
        steps.push_back(std::move(step));
      }
      slots.set(symbol, found->second + result->output());
      continue;
    }
    slots.set(symbol, slot_count);
    if (symbol->known() != nullptr) {
      constants.emplace_back(slot_count, *symbol->known());
    } else if (auto variable = std::dynamic_pointer_cast<const Variable>(symbol)) {
      variables.emplace_back(slot_count, std::move(variable));
    } else if (const auto* placeholder = dynamic_cast<const Placeholder*>(symbol.get());
               placeholder != nullptr && placeholder->unfed()) {
      constants.emplace_back(slot_count, *placeholder->unfed());
    } else {
      throw ApiError(ErrorKind::kValue,
                     "the value depends on " + symbol->describe() +
                         ", which is not fed: give it to `function` as an input");
    }
    ++slot_count;
  }
  for (const Symbol& output : wanted) outputs.push_back(slots.source_of(Handle(output)));
}

std::unique_ptr<Executable> step_by_step(Plan plan) {
  return std::make_unique<StepByStep>(std::move(plan));
}

}  // namespace kassay::reference
