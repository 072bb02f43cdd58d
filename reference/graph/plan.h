// A graph prepared to run: its operations in order, and where each finds its arguments.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "reference/graph/operation.h"
#include "spec/lib/error.h"

namespace kassay::reference {

class Executor;

struct Plan {
  // Where an argument comes from: a slot, a constant, or a list of these.
  struct Source {
    std::ptrdiff_t slot = -1;
    Value constant;
    std::vector<Source> elements;
  };
  struct Step {
    std::shared_ptr<const Operation> operation;
    std::vector<Source> arguments;
    std::size_t first_slot;  // of its results
  };

  // A plan for the needed tensors, given the values of the placeholders in `fed`. `updated`: the variables to which the last of these
  // values are assigned after a run, in their order. Throws ApiError (value) if another placeholder is needed.
  Plan(const std::vector<Symbol>& outputs, const std::vector<Symbol>& fed,
       std::vector<std::shared_ptr<const Variable>> updated = {});

  // The slots from 0 on are those of the fed arrays.
  std::vector<std::pair<std::size_t, std::shared_ptr<const Variable>>> variables;
  std::vector<std::pair<std::size_t, Value>> constants;
  std::vector<Step> steps;
  std::vector<Source> outputs;
  std::vector<std::shared_ptr<const Variable>> updated;
  std::size_t slot_count = 0;
};

// The argument, whose arrays are in these slots.
Value fetch(const Plan::Source& source, const std::vector<Value>& slots);
// Calls visit(slot) for each array of the argument.
template <class Visit>
void for_each_slot(const Plan::Source& source, Visit&& visit) {
  if (source.slot >= 0) visit(static_cast<std::size_t>(source.slot));
  for (const Plan::Source& element : source.elements) for_each_slot(element, visit);
}

// The results of an operation for a call with arrays. Throws ApiError naming the function.
std::vector<Value> compute(const Operation& operation, const BoundCall& call, Executor& executor);
// An error in a call of this function, with its name.
ApiError error_in(const std::string& function, const ApiError& error);

// A plan that can be run, many times.
class Executable {
 public:
  virtual ~Executable() = default;
  // Returns the arrays (Tensor or SparseTensor) of the outputs. `feeds`: arrays with the dtypes and shapes of the fed placeholders. Reads
  // the current values of the variables. A value that the caller then assigns to a variable may already be in the variable's array; all
  // outputs are computed from the old values. None instead of a value: it is assigned already. Throws ApiError naming the function that
  // refuses; then no variable has changed.
  virtual std::vector<Value> run(Session& session, const std::vector<Value>& feeds) = 0;
};

// Computes one step after the other with the executor of the session.
std::unique_ptr<Executable> step_by_step(Plan plan);

// The tensors that the values of `outputs` depend on, including themselves, in the order of creation. Stops at `given` tensors, where
// `ends` is true, and at known tensors unless `through_known`.
std::vector<Symbol> ancestors(const std::vector<Symbol>& outputs, bool through_known,
                              const std::vector<Symbol>& given = {});
std::vector<Symbol> ancestors(const std::vector<Symbol>& outputs, bool through_known,
                              const std::function<bool(const SymbolicTensor*)>& ends);

}  // namespace kassay::reference
