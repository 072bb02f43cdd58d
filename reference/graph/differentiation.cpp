#include "reference/graph/differentiation.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "reference/graph/plan.h"
#include "reference/graph/session.h"
#include "reference/graph/unrolling.h"

namespace kassay::reference {
namespace {

using Adjoints = std::map<const SymbolicTensor*, Expression>;

// The tensors among the arguments of a call; its gradient has an entry for each.
std::vector<Symbol> tensor_arguments(const BoundCall& call) {
  std::vector<Symbol> tensors;
  for (std::size_t i = 0; i < call.values.size(); ++i) {
    const Kind kind = call.signature->parameters[i].kind;
    if (kind == Kind::kTensors && call.values[i].get_if<List>() != nullptr) {
      for (const Value& entry : std::get<List>(call.values[i])) tensors.push_back(symbol_of(entry));
    } else if (kind == Kind::kTensor || kind == Kind::kNumberOrTensor) {
      tensors.push_back(symbol_of(call.values[i]));
    }
  }
  return tensors;
}

// The `symbols` whose value depends on a target, in the order of creation.
std::set<const SymbolicTensor*> dependents(const std::vector<Symbol>& symbols,
                                           const std::vector<Symbol>& targets) {
  std::set<const SymbolicTensor*> found;
  for (const Symbol& target : targets) found.insert(target.get());
  for (const Symbol& symbol : symbols) {
    const auto* result = dynamic_cast<const Result*>(symbol.get());
    if (result == nullptr) continue;
    for (const Value& value : result->operation()->call.values) {
      for_each_symbol(value, [&](const Symbol& argument) {
        if (found.contains(argument.get())) found.insert(symbol.get());
      });
    }
  }
  return found;
}

void accumulate(Adjoints& adjoints, const Symbol& symbol, const Expression& more) {
  // Sums elements that broadcasting stretched, so that gradients of functions need not do it.
  const Expression fitting = sum_to(more, *symbol->type().shape);
  const auto [found, is_new] = adjoints.try_emplace(symbol.get(), fitting);
  if (!is_new) found->second = found->second + fitting;
}

struct Reached {
  std::vector<Symbol> results;  // of the operation; null if not used
  Symbol first;                 // the oldest one: every user of any of them is newer
};
using ReachedByOperation = std::map<const Operation*, Reached>;

ReachedByOperation reached_by_operation(const std::vector<Symbol>& symbols) {
  ReachedByOperation reached;
  for (const Symbol& symbol : symbols) {
    const auto* result = dynamic_cast<const Result*>(symbol.get());
    if (result == nullptr) continue;
    Reached& all = reached[result->operation().get()];
    all.results.resize(result->operation()->types.size());
    all.results[result->output()] = symbol;
    if (!all.first) all.first = symbol;
  }
  return reached;
}

// All results of an operation; unused ones are created again.
std::vector<Symbol> complete(std::vector<Symbol> results,
                             const std::shared_ptr<const Operation>& operation) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) results[i] = std::make_shared<Result>(operation, i, std::nullopt);
  }
  return results;
}

// `g`: the gradients of the results.
Gradients of_arguments(const Operation& operation, Session& session, const Gradients& g,
                       const std::vector<Symbol>& results) {
  std::vector<Expression> y;
  for (const Symbol& result : results) y.emplace_back(session, Handle(result));
  BoundCall call = operation.call;
  call.session = &session;
  return session.with_settings(call.settings,
                               [&] { return operation.kernel->gradient(call, y, g); });
}

}  // namespace

Gradients backpropagate(const std::vector<Expression>& outputs, const Gradients& gradients,
                        const std::vector<Symbol>& targets, Targets kind, Stopped stopped) {
  Gradients of_targets(targets.size());
  if (outputs.empty()) return of_targets;
  Session& session = outputs.front().session();
  Adjoints adjoints;
  std::vector<Symbol> roots;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!gradients[i]) continue;
    roots.push_back(symbol_of(outputs[i].value()));
    accumulate(adjoints, roots.back(), *gradients[i]);
  }
  const std::vector<Symbol> symbols = ancestors(
      roots, /*through_known=*/true, kind == Targets::kLeaves ? targets : std::vector<Symbol>{});
  // A waiting operation may depend on any target, because the functions of the program can use all its tensors.
  if (std::ranges::any_of(symbols, waits)) throw NotStatic{"the graph is not unrolled"};
  const std::set<const SymbolicTensor*> on_the_way = dependents(symbols, targets);
  const auto is_leaf = [&](const Symbol& symbol) {
    return kind == Targets::kLeaves && std::ranges::find(targets, symbol) != targets.end();
  };
  // None if no gradient is passed on.
  const auto gradient_of = [&](const Symbol& symbol) -> std::optional<Expression> {
    if (!symbol || is_leaf(symbol) || !on_the_way.contains(symbol.get())) return std::nullopt;
    const auto adjoint = adjoints.find(symbol.get());
    return adjoint == adjoints.end() ? std::nullopt : std::optional(adjoint->second);
  };
  // From the last to the first: users of a result come before it, so its gradient is complete.
  const ReachedByOperation reached = reached_by_operation(symbols);
  for (auto symbol = symbols.rbegin(); symbol != symbols.rend(); ++symbol) {
    const auto* result = dynamic_cast<const Result*>(symbol->get());
    if (result == nullptr) continue;
    const Operation& operation = *result->operation();
    const auto& [results, first] = reached.at(&operation);
    const bool passes = stopped == Stopped::kPassed &&
                        operation.call.signature->function == "internal.stop_gradient";
    if (first != *symbol || (!passes && !operation.kernel->gradient)) continue;
    Gradients of_results;
    std::ranges::transform(results, std::back_inserter(of_results), gradient_of);
    if (std::ranges::none_of(of_results, [](const auto& g) { return g.has_value(); })) continue;
    const Gradients more = passes ? of_results
                                  : of_arguments(operation, session, of_results,
                                                 complete(results, result->operation()));
    const std::vector<Symbol> arguments = tensor_arguments(operation.call);
    for (std::size_t i = 0; i < more.size() && i < arguments.size(); ++i) {
      const Symbol& argument = arguments[i];
      if (more[i] && argument && on_the_way.contains(argument.get()) &&
          is_floating(argument->type().dtype)) {
        accumulate(adjoints, argument, *more[i]);
      }
    }
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto adjoint = adjoints.find(targets[i].get());
    if (adjoint != adjoints.end()) of_targets[i] = adjoint->second;
  }
  return of_targets;
}

Gradients through(const BoundCall& call, const std::vector<Expression>& results,
                  const Gradients& g) {
  std::vector<Symbol> targets;
  std::vector<std::size_t> places;
  const std::vector<Symbol> arguments = tensor_arguments(call);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    // A tensor that appears twice gets the whole gradient at its first place.
    const bool again = std::ranges::find(targets, arguments[i]) != targets.end();
    if (!arguments[i] || again) continue;
    targets.push_back(arguments[i]);
    places.push_back(i);
  }
  const Gradients found = backpropagate(results, g, targets, Targets::kLeaves);
  Gradients all(arguments.size());
  for (std::size_t i = 0; i < found.size(); ++i) all[places[i]] = found[i];
  return all;
}

}  // namespace kassay::reference
