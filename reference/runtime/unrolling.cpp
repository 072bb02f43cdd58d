#include "reference/runtime/unrolling.h"

#include <algorithm>
#include <map>

#include "reference/runtime/plan.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

class Replay {
 public:
  explicit Replay(Session& session) : session_(session) {}
  Replay(const Replay&) = delete;

  void replace(const Symbol& old, Symbol replacement) {
    replaced_.emplace(old.get(), std::move(replacement));
    kept_.push_back(old);
  }

  Symbol operator()(const Symbol& wanted) {
    for (const Symbol& symbol : ancestors({wanted}, /*through_known=*/false)) step(symbol);
    return replaced_.at(wanted.get());
  }

 private:
  // Precondition: everything that the symbol is computed from has been replaced.
  void step(const Symbol& symbol) {
    if (replaced_.contains(symbol.get())) return;
    const auto* result = dynamic_cast<const Result*>(symbol.get());
    if (result == nullptr || symbol->known() != nullptr) return replace(symbol, symbol);
    const auto& operation = result->operation();
    const bool changed = has_changed(*operation);
    if (waits(symbol) && !changed && symbol->number() > last_before_.number()) {
      throw ApiError(ErrorKind::kValue, "in " + operation->call.signature->function +
                                            ": a size follows from values that are not known");
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

  bool has_changed(const Operation& operation) const {
    bool changed = false;
    for (const Value& value : operation.call.values) {
      for_each_symbol(value, [&](const Symbol& argument) {
        changed = changed || replaced_.at(argument.get()) != argument;
      });
    }
    return changed;
  }

  // Null stands for a gradient that is None, which only an operation that reads it misses.
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
    const auto answer = session_.apply_again(operation->call, std::move(values), replacement_);
    std::vector<Symbol> results;
    for (const Value& value : answer) flatten(value, results);
    // A function of the program may have brought in tensors that are not replaced yet.
    for (Symbol& symbol : results) {
      if (symbol) symbol = (*this)(symbol);
    }
    return again_.emplace(operation.get(), std::move(results)).first->second;
  }

  Session& session_;
  const Session::Replacement replacement_ = [this](const Symbol& symbol) {
    return (*this)(symbol);
  };
  const Placeholder last_before_{StaticType{}};  // anything with a greater number was created here
  std::map<const SymbolicTensor*, Symbol> replaced_;
  std::map<const Operation*, std::vector<Symbol>> again_;
  std::vector<Symbol> kept_;  // whose addresses are keys
};

}  // namespace

bool may_be_shape(const Value& array) {
  const auto* tensor = array.get_if<Tensor>();
  return tensor != nullptr && is_integer(tensor->dtype());
}

std::vector<std::shared_ptr<const Variable>> shapes_among_variables(
    const std::vector<Symbol>& tensors) {
  std::vector<std::shared_ptr<const Variable>> found;
  for (const Symbol& symbol : ancestors(tensors, /*through_known=*/false)) {
    const auto variable = std::dynamic_pointer_cast<const Variable>(symbol);
    if (variable && may_be_shape(variable->value())) found.push_back(variable);
  }
  return found;
}

bool waits(const Symbol& symbol) {
  const auto* result = dynamic_cast<const Result*>(symbol.get());
  return result != nullptr && symbol->known() == nullptr &&
         result->operation()->kernel->deferred_types;
}

bool is_unrolled(const std::vector<Symbol>& tensors) {
  return std::ranges::none_of(ancestors(tensors, /*through_known=*/false), waits);
}

void unroll(Session& session, const std::vector<Value>& arrays, bool with_values,
            std::vector<Symbol>& placeholders, std::vector<Symbol>& tensors) {
  Replay replay(session);
  for (std::size_t i = 0; i < placeholders.size(); ++i) {
    const Symbol complete = with_values && may_be_shape(arrays[i])
                                ? Symbol(std::make_shared<Constant>(arrays[i]))
                                : std::make_shared<Placeholder>(type_of(arrays[i]));
    replay.replace(placeholders[i], complete);
    placeholders[i] = complete;
  }
  if (with_values) {
    for (const auto& variable : shapes_among_variables(tensors))
      replay.replace(variable, std::make_shared<Constant>(variable->value()));
  }
  for (Symbol& tensor : tensors) tensor = replay(tensor);
}

}  // namespace kassay::reference
