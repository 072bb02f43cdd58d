#include "reference/runtime/scan_builder.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "reference/runtime/scan_gradient.h"

namespace kassay::reference {
namespace {

std::vector<Symbol> symbols_of(const std::vector<Value>& tensors) {
  std::vector<Symbol> symbols;
  std::ranges::transform(tensors, std::back_inserter(symbols), symbol_of);
  return symbols;
}

bool is_regular_type(const StaticType& type) { return type.is_complete() && !type.sparse; }

bool contains(const std::vector<Symbol>& symbols, const Symbol& symbol) {
  return std::ranges::find(symbols, symbol) != symbols.end();
}

// Calls visit(symbol) for each tensor that an operation computes from.
template <class Visit>
void for_each_argument(const Operation& operation, Visit&& visit) {
  for (const Value& value : operation.call.values) for_each_symbol(value, visit);
}

}  // namespace

ScanBuilder::ScanBuilder(Session& session, std::int64_t turns)
    : session_(session), random_operations_(session.random_operations()) {
  scan_->turns = turns;
}

Value ScanBuilder::element_of(const Value& sequence) {
  StaticType type = symbol_of(sequence)->type();
  type.shape->erase(type.shape->begin());
  scan_->elements.push_back(std::make_shared<Placeholder>(std::move(type)));
  sequences_.push_back(sequence);
  if (!first_) first_ = scan_->elements.back()->number();
  return Handle(scan_->elements.back());
}

Value ScanBuilder::state_from(const Value& initial) {
  scan_->states.push_back(std::make_shared<Placeholder>(symbol_of(initial)->type()));
  states_.push_back(initial);
  if (!first_) first_ = scan_->states.back()->number();
  return Handle(scan_->states.back());
}

bool ScanBuilder::is_made_here(const Symbol& symbol) const {
  return first_ && symbol->number() >= *first_;
}

bool ScanBuilder::is_regular() const {
  for (std::size_t i = 0; i < scan_->states.size(); ++i) {
    const StaticType &before = scan_->states[i]->type(), &after = scan_->next[i]->type();
    if (before.dtype != after.dtype || before.shape != after.shape) return false;
  }
  return std::ranges::all_of(
      ancestors(scan_->made(), /*through_known=*/false, scan_->given()), [&](const Symbol& symbol) {
        if (!is_made_here(symbol)) return true;
        const bool is_variable = dynamic_cast<const Variable*>(symbol.get()) != nullptr;
        const Operation* const operation = operation_of(symbol);
        const bool differs =
            operation != nullptr && symbol->known() == nullptr &&
            (operation->kernel->is_random || operation->kernel->deferred_types != nullptr);
        return is_regular_type(symbol->type()) && !is_variable && !differs;
      });
}

// What is known is computed at once, step by step.
bool ScanBuilder::depends_on_nothing() const {
  const auto is_known = [](const Value& tensor) { return symbol_of(tensor)->known() != nullptr; };
  return scan_->captured.empty() && std::ranges::all_of(sequences_, is_known) &&
         std::ranges::all_of(states_, is_known);
}

// Products of an element with a matrix that is the same in all turns become one, of the whole sequence.
void ScanBuilder::move_products_out() {
  std::vector<Symbol> elements = scan_->elements;
  const std::vector<Symbol> given = scan_->given();
  for (const Symbol& symbol : ancestors(scan_->made(), /*through_known=*/false, given)) {
    const Operation* const operation = operation_of(symbol);
    if (operation == nullptr || symbol->known() != nullptr ||
        operation->call.signature->function != "dot")
      continue;
    const Symbol x = symbol_of(operation->call.values[0]), y = symbol_of(operation->call.values[1]);
    const auto element = std::ranges::find(elements, x);
    if (element == elements.end() || x->type().shape->size() != 2 || is_made_here(y) ||
        !is_regular_type(y->type()) || y->type().shape->size() != 2)
      continue;
    const Value& sequence = sequences_[static_cast<std::size_t>(element - elements.begin())];
    sequences_.push_back(session_.apply("dot", {sequence, Handle(y)}).front());
    scan_->elements.push_back(symbol);
  }
}

// Also drops the elements that no turn reads any more.
void ScanBuilder::find_captured() {
  const std::vector<Symbol> all = scan_->tensors(), made = scan_->made();
  const std::set<Symbol> reached(all.begin(), all.end());
  for (std::size_t i = scan_->elements.size(); i-- > 0;) {
    if (reached.contains(scan_->elements[i])) continue;
    scan_->elements.erase(scan_->elements.begin() + static_cast<std::ptrdiff_t>(i));
    sequences_.erase(sequences_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  const std::vector<Symbol> given = scan_->given();
  std::set<Symbol> changing(given.begin(), given.end()), captured;
  const auto capture = [&](const Symbol& symbol) {
    if (symbol->known() == nullptr && !changing.contains(symbol)) captured.insert(symbol);
  };
  for (const Symbol& symbol : all) {
    const Operation* const operation = operation_of(symbol);
    if (operation == nullptr || symbol->known() != nullptr || changing.contains(symbol)) continue;
    bool changes = false;
    for_each_argument(*operation, [&](const Symbol& argument) {
      changes = changes || changing.contains(argument);
    });
    if (!changes) continue;
    changing.insert(symbol);
    for_each_argument(*operation, capture);
  }
  std::ranges::for_each(made, capture);
  for (const Symbol& symbol : all) {
    if (!captured.contains(symbol)) continue;
    scan_->captured.push_back(symbol);
    captured_.push_back(Handle(symbol));
  }
}

std::optional<ScanBuilder::Results> ScanBuilder::build(const std::vector<Value>& next,
                                                       const std::vector<Value>& outputs) {
  scan_->next = symbols_of(next);
  scan_->outputs = symbols_of(outputs);
  if (!is_regular()) {
    session_.forget_random_operations(random_operations_);
    return std::nullopt;
  }
  move_products_out();
  find_captured();
  const bool is_complete = std::ranges::all_of(
      scan_->captured, [](const Symbol& symbol) { return is_regular_type(symbol->type()); });
  if (!is_complete || depends_on_nothing()) return std::nullopt;
  for (const Symbol& symbol : read_by_gradient(session_, *scan_)) {
    if (!contains(scan_->outputs, symbol)) scan_->outputs.push_back(symbol);
  }
  std::vector<Value> results = apply_scan(session_, std::move(scan_), std::move(sequences_),
                                          std::move(states_), std::move(captured_));
  const auto first_output = results.begin() + static_cast<std::ptrdiff_t>(next.size());
  return Results{{results.begin(), first_output},
                 {first_output, first_output + static_cast<std::ptrdiff_t>(outputs.size())}};
}

}  // namespace kassay::reference
