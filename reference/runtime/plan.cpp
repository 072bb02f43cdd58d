#include "reference/runtime/plan.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "reference/runtime/kernel.h"
#include "reference/runtime/session.h"
#include "spec/lib/error.h"

namespace kassay::reference {

std::vector<Symbol> ancestors(const std::vector<Symbol>& outputs, bool through_known) {
  std::vector<Symbol> found, pending = outputs;
  std::set<const SymbolicTensor*> seen;
  while (!pending.empty()) {
    const Symbol symbol = std::move(pending.back());
    pending.pop_back();
    if (!seen.insert(symbol.get()).second) continue;
    found.push_back(symbol);
    const auto* result = dynamic_cast<const Result*>(symbol.get());
    if (result == nullptr || (symbol->known() != nullptr && !through_known)) continue;
    for (const Value& value : result->operation()->call.values) {
      for_each_symbol(value, [&](const Symbol& argument) { pending.push_back(argument); });
    }
  }
  std::ranges::sort(found, {}, [](const Symbol& symbol) { return symbol->number(); });
  return found;
}

Plan::Plan(const std::vector<Symbol>& outputs, const std::vector<Symbol>& fed) {
  for (const Symbol& symbol : fed) {
    slots_.emplace(symbol.get(), static_cast<std::ptrdiff_t>(slot_count_++));
  }
  kept_ = fed;
  for (const Symbol& symbol : ancestors(outputs, /*through_known=*/false)) {
    if (slots_.contains(symbol.get())) continue;
    kept_.push_back(symbol);
    const auto* result = dynamic_cast<const Result*>(symbol.get());
    if (result != nullptr && symbol->known() == nullptr) {
      const auto& operation = result->operation();
      const auto [found, is_new] = first_slots_.try_emplace(operation.get(), slot_count_);
      if (is_new) {
        if (!operation->kernel->compute) {
          throw std::logic_error(operation->call.signature->function + " is not unrolled");
        }
        Step step{operation, {}, slot_count_};
        slot_count_ += operation->types.size();
        for (const Value& value : operation->call.values)
          step.arguments.push_back(source_of(value));
        steps_.push_back(std::move(step));
      }
      slots_.emplace(symbol.get(), static_cast<std::ptrdiff_t>(found->second + result->output()));
      continue;
    }
    slots_.emplace(symbol.get(), static_cast<std::ptrdiff_t>(slot_count_));
    if (symbol->known() != nullptr) {
      constants_.emplace_back(slot_count_, *symbol->known());
    } else if (auto variable = std::dynamic_pointer_cast<const Variable>(symbol)) {
      variables_.emplace_back(slot_count_, std::move(variable));
    } else if (const auto* placeholder = dynamic_cast<const Placeholder*>(symbol.get());
               placeholder != nullptr && placeholder->unfed()) {
      constants_.emplace_back(slot_count_, *placeholder->unfed());
    } else {
      throw ApiError(ErrorKind::kValue,
                     "the value depends on " + symbol->describe() +
                         ", which is not fed: give it to `function` as an input");
    }
    ++slot_count_;
  }
  for (const Symbol& output : outputs) outputs_.push_back(source_of(Handle(output)));
}

Plan::Source Plan::source_of(const Value& value) {
  Source source;
  if (const Symbol symbol = symbol_of(value)) {
    source.slot = slots_.at(symbol.get());
  } else if (const auto* list = value.get_if<List>()) {
    bool constant = true;
    for_each_symbol(value, [&](const Symbol&) { constant = false; });
    if (constant) {
      source.constant = value;
    } else {
      for (const Value& entry : *list) source.elements.push_back(source_of(entry));
    }
  } else {
    source.constant = value;
  }
  return source;
}

Value Plan::fetch(const Source& source, const std::vector<Value>& slots) {
  if (source.slot >= 0) return slots[static_cast<std::size_t>(source.slot)];
  if (source.elements.empty()) return source.constant;
  List list;
  list.reserve(source.elements.size());
  for (const Source& element : source.elements) list.push_back(fetch(element, slots));
  return list;
}

std::vector<Value> Plan::run(Session& session, const std::vector<Value>& feeds) const {
  std::vector<Value> slots(slot_count_);
  std::ranges::copy(feeds, slots.begin());
  for (const auto& [slot, value] : constants_) slots[slot] = value;
  for (const auto& [slot, variable] : variables_) slots[slot] = variable->value();
  for (const Step& step : steps_) {
    const Operation& operation = *step.operation;
    BoundCall call{
        operation.call.signature, operation.call.settings, {}, nullptr, operation.call.draw};
    if (operation.kernel->is_random) {
      call.draw.evaluation = session.next_evaluation(call.draw.operation);
    }
    call.values.reserve(step.arguments.size());
    for (const Source& argument : step.arguments) call.values.push_back(fetch(argument, slots));
    try {
      std::vector<Value> results = session.executor().compute(*operation.kernel, call);
      for (std::size_t i = 0; i < results.size(); ++i) {
        const bool sparse = operation.types[i].sparse;
        slots[step.first_slot + i] =
            sparse ? Value(to_sparse(std::get<Tensor>(results[i]))) : std::move(results[i]);
      }
    } catch (const ApiError& error) {
      throw ApiError(error.kind(), "in " + call.signature->function + ": " + error.what());
    }
  }
  std::vector<Value> outputs;
  for (const Source& output : outputs_) outputs.push_back(fetch(output, slots));
  return outputs;
}

}  // namespace kassay::reference
