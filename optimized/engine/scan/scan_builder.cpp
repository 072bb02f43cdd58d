#include "optimized/engine/scan/scan_builder.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "optimized/engine/scan/scan_gradient.h"

namespace kassay::optimized::engine {
namespace {

using namespace reference;  // this file extends the graph for an engine

std::vector<Symbol> symbols_of(const std::vector<Value>& tensors) {
  std::vector<Symbol> symbols;
  std::ranges::transform(tensors, std::back_inserter(symbols), symbol_of);
  return symbols;
}

// Whether the operation is an operator that computes each element from the elements at its place.
bool is_operator(const Operation& operation) {
  return operation.call.signature->function.starts_with("operator.");
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
  return first_ && symbol->number() >= *first_ && !replaced_.contains(symbol);
}

// If a graph is built again, so are the tensors that the turn reads from outside, and the turn must read the new ones.
void ScanBuilder::replace_outer() {
  std::set<Symbol> outer;
  const auto note = [&](const Symbol& symbol) {
    if (!is_made_here(symbol)) outer.insert(symbol);
  };
  for (const Symbol& symbol : ancestors(scan_->made(), /*through_known=*/false, scan_->given())) {
    const Operation* const operation = operation_of(symbol);
    if (operation != nullptr && is_made_here(symbol)) for_each_argument(*operation, note);
  }
  std::ranges::for_each(scan_->made(), note);
  for (const Symbol& symbol : outer) {
    if (Symbol now = session_.replaced(symbol); now != symbol) replaced_.insert(std::move(now));
  }
  if (replaced_.empty()) return;
  for (Symbol& symbol : scan_->next) symbol = session_.replaced(symbol);
  for (Symbol& symbol : scan_->outputs) symbol = session_.replaced(symbol);
}

bool ScanBuilder::is_regular() const {
  for (std::size_t i = 0; i < scan_->states.size(); ++i) {
    const StaticType &before = scan_->states[i]->type(), &after = scan_->next[i]->type();
    if (before.dtype != after.dtype || before.shape != after.shape) return false;
  }
  std::vector<Symbol> ends = scan_->given();
  ends.insert(ends.end(), replaced_.begin(), replaced_.end());
  return std::ranges::all_of(
      ancestors(scan_->made(), /*through_known=*/false, ends), [&](const Symbol& symbol) {
        if (!is_made_here(symbol)) return true;
        const bool is_variable = dynamic_cast<const Variable*>(symbol.get()) != nullptr;
        const Operation* const operation = operation_of(symbol);
        const bool differs =
            operation != nullptr && symbol->known() == nullptr &&
            (operation->kernel->is_random || operation->kernel->deferred_types != nullptr);
        return is_regular_type(symbol->type()) && !is_variable && !differs;
      });
}

// If all values are known, they are computed at once, step by step.
bool ScanBuilder::depends_on_nothing() const {
  const auto is_known = [](const Value& tensor) { return symbol_of(tensor)->known() != nullptr; };
  return scan_->captured.empty() && std::ranges::all_of(sequences_, is_known) &&
         std::ranges::all_of(states_, is_known);
}

// A tensor of the turn for all turns at once, if operators make it from elements and from tensors that are the same in all turns.
std::optional<Value> ScanBuilder::whole(const Symbol& symbol) const {
  const auto element = std::ranges::find(scan_->elements, symbol);
  if (element != scan_->elements.end())
    return sequences_[static_cast<std::size_t>(element - scan_->elements.begin())];
  const Operation* const operation = operation_of(symbol);
  if (operation == nullptr || symbol->known() != nullptr || !is_made_here(symbol) ||
      !is_operator(*operation))
    return std::nullopt;
  std::vector<Value> values;
  bool has_element = false;
  for (const Value& value : operation->call.values) {
    const Symbol argument = symbol_of(value);
    if (!argument || argument->known() != nullptr || !is_made_here(argument)) {
      values.push_back(value);
      continue;
    }
    // Otherwise the dimension of the turns would not stay the first one.
    if (argument->type().shape->size() != symbol->type().shape->size()) return std::nullopt;
    std::optional<Value> part = whole(argument);
    if (!part) return std::nullopt;
    values.push_back(*std::move(part));
    has_element = true;
  }
  if (!has_element) return std::nullopt;
  return session_.apply(*operation->call.signature, std::move(values)).front();
}

// Products of each element with a matrix that is the same in all turns become one product, of the whole sequence.
void ScanBuilder::move_products_out() {
  const std::vector<Symbol> given = scan_->given();
  for (const Symbol& symbol : ancestors(scan_->made(), /*through_known=*/false, given)) {
    const Operation* const operation = operation_of(symbol);
    if (operation == nullptr || symbol->known() != nullptr || !is_made_here(symbol) ||
        operation->call.signature->function != "dot")
      continue;
    const Symbol x = symbol_of(operation->call.values[0]), y = symbol_of(operation->call.values[1]);
    if (x->type().shape->size() != 2 || is_made_here(y) || !is_regular_type(y->type()) ||
        y->type().shape->size() != 2)
      continue;
    const std::optional<Value> sequence = whole(x);
    if (!sequence) continue;
    sequences_.push_back(session_.apply("dot", {*sequence, Handle(y)}).front());
    scan_->elements.push_back(symbol);
  }
}

// Also drops elements that no turn reads any more.
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
  replace_outer();
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

}  // namespace kassay::optimized::engine
