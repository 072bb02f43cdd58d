#include "reference/graph/unrolling.h"

#include <algorithm>
#include <unordered_map>

#include "reference/graph/plan.h"

namespace kassay::reference {
namespace {

bool may_be_size(const Symbol& symbol) { return is_integer(symbol->type().dtype); }

bool is_leaf(const Symbol& symbol) {
  return symbol->known() == nullptr && operation_of(symbol) == nullptr;
}

// The placeholders and variables that determine sizes in the graph of an operation's arguments: those with integers, and those that a list
// of numbers is computed from.
std::vector<Symbol> deciding_sizes(const Operation& operation) {
  std::vector<Symbol> arguments, numbers;
  const auto add = [&](const Operation& of) {
    for (std::size_t i = 0; i < of.call.values.size(); ++i) {
      if (of.call.signature->parameters[i].kind == Kind::kInts)
        for_each_symbol(of.call.values[i], [&](const Symbol& each) { numbers.push_back(each); });
    }
  };
  for (const Value& value : operation.call.values)
    for_each_symbol(value, [&](const Symbol& argument) { arguments.push_back(argument); });
  add(operation);
  for (const Symbol& symbol : ancestors(arguments, /*through_known=*/false)) {
    const Operation* const of = operation_of(symbol);
    if (of != nullptr && symbol->known() == nullptr) add(*of);
    if (is_leaf(symbol) && may_be_size(symbol)) numbers.push_back(symbol);
  }
  std::vector<Symbol> found = ancestors(numbers, /*through_known=*/false);
  std::erase_if(found, [](const Symbol& symbol) { return !is_leaf(symbol); });
  return found;
}

class Replay {
 public:
  explicit Replay(Session& session) : session_(session) {}
  Replay(const Replay&) = delete;

  void replace(const Symbol& old, Symbol replacement) {
    replaced_.emplace(old.get(), std::move(replacement));
    kept_.push_back(old);
  }

  Symbol operator()(const Symbol& wanted) {
    replace_all({wanted});
    return replaced_.at(wanted.get());
  }

  void replace_all(const std::vector<Symbol>& wanted) {
    const auto is_replaced = [&](const SymbolicTensor* symbol) {
      return replaced_.contains(symbol);
    };
    for (const Symbol& symbol : ancestors(wanted, /*through_known=*/false, is_replaced))
      step(symbol);
  }

 private:
  // Precondition: everything that the symbol depends on has been replaced.
  void step(const Symbol& symbol) {
    if (replaced_.contains(symbol.get())) return;
    const auto* result = dynamic_cast<const Result*>(symbol.get());
    if (result == nullptr || symbol->known() != nullptr) return replace(symbol, symbol);
    const auto& operation = result->operation();
    const bool changed = has_changed(*operation);
    if (waits(symbol) && !changed && symbol->number() > last_before_.number()) {
      throw lacking(*operation,
                    {ErrorKind::kValue, "in " + operation->call.signature->function +
                                            ": a size follows from values that are not known"});
    }
    if (waits(symbol) || changed) {
      const Symbol& again = call_again(operation)[result->output()];
      if (!again) {
        throw ApiError(ErrorKind::kValue, "there is no gradient: nothing depends on the variable");
      }
      replace(symbol, again);
    } else {
      replace(symbol, symbol);
    }
  }

  bool has_changed(const Operation& operation) {
    const auto [found, is_new] = changed_.try_emplace(&operation, false);
    bool& changed = found->second;
    if (!is_new) return changed;
    for (const Value& value : operation.call.values) {
      for_each_symbol(value, [&](const Symbol& argument) {
        changed = changed || replaced_.at(argument.get()) != argument;
      });
    }
    return changed;
  }

  // Null represents a gradient of None; only an operation that reads it fails.
  static void flatten(const Value& value, std::vector<Symbol>& symbols) {
    if (const auto* list = value.get_if<List>()) {
      for (const Value& entry : *list) flatten(entry, symbols);
      return;
    }
    symbols.push_back(symbol_of(value));
  }

  const std::vector<Symbol>& call_again(const std::shared_ptr<const Operation>& operation) {
    const auto found = again_.find(operation.get());
    if (found != again_.end()) return found->second;
    std::vector<Value> values;
    for (const Value& value : operation->call.values) {
      values.push_back(map_symbols(value, [&](const Symbol& argument) {
        return Value(Handle(replaced_.at(argument.get())));
      }));
    }
    std::vector<Symbol> results;
    const auto answer = apply_again(*operation, std::move(values));
    for (const Value& value : answer) flatten(value, results);
    // A function of the program may use tensors that are not replaced yet.
    for (Symbol& symbol : results) {
      if (symbol) symbol = (*this)(symbol);
    }
    return again_.emplace(operation.get(), std::move(results)).first->second;
  }

  std::vector<Value> apply_again(const Operation& operation, std::vector<Value> values) {
    try {
      return session_.apply_again(operation, std::move(values), replacement_);
    } catch (const NotUnrolled&) {
      throw;
    } catch (const ApiError& error) {  // perhaps only because a size is unknown
      throw lacking(operation, error);
    }
  }

  NotUnrolled lacking(const Operation& operation, const ApiError& error) const {
    std::vector<Symbol> leaves = deciding_sizes(operation);
    for (Symbol& leaf : leaves) {
      const auto before = std::ranges::find(
          kept_, leaf, [&](const Symbol& old) { return replaced_.at(old.get()); });
      if (before != kept_.end()) leaf = *before;
    }
    return {error, std::move(leaves)};
  }

  Session& session_;
  const Session::Replacement replacement_ = [this](const Symbol& symbol) {
    return (*this)(symbol);
  };
  const Placeholder last_before_{StaticType{}};  // symbols with a greater number were created here
  std::unordered_map<const SymbolicTensor*, Symbol> replaced_;
  std::unordered_map<const Operation*, bool> changed_;  // whether an argument has changed
  std::unordered_map<const Operation*, std::vector<Symbol>> again_;
  std::vector<Symbol> kept_;  // keeps the keys' addresses valid
};

}  // namespace

bool NotUnrolled::add_to(std::vector<Symbol>& known) const {
  const std::size_t before = known.size();
  for (const Symbol& symbol : lacking_) {
    if (std::ranges::find(known, symbol) == known.end()) known.push_back(symbol);
  }
  return known.size() > before;
}

bool waits(const Symbol& symbol) {
  const auto* result = dynamic_cast<const Result*>(symbol.get());
  return result != nullptr && symbol->known() == nullptr &&
         result->operation()->kernel->deferred_types;
}

bool is_unrolled(const std::vector<Symbol>& tensors) {
  return std::ranges::none_of(ancestors(tensors, /*through_known=*/false), waits);
}

void unroll(Session& session, const std::vector<Value>& arrays, const std::vector<Symbol>& known,
            std::vector<Symbol>& placeholders, std::vector<Symbol>& tensors) {
  Replay replay(session);
  for (std::size_t i = 0; i < placeholders.size(); ++i) {
    const bool is_known = std::ranges::find(known, placeholders[i]) != known.end();
    const Symbol complete = is_known ? Symbol(std::make_shared<Constant>(arrays[i]))
                                     : std::make_shared<Placeholder>(type_of(arrays[i]));
    replay.replace(placeholders[i], complete);
    placeholders[i] = complete;
  }
  for (const Symbol& symbol : known) {
    if (const auto* variable = dynamic_cast<const Variable*>(symbol.get()))
      replay.replace(symbol, std::make_shared<Constant>(variable->value()));
  }
  replay.replace_all(tensors);
  for (Symbol& tensor : tensors) tensor = replay(tensor);
}

}  // namespace kassay::reference
