// A graph prepared to run: its operations in order, and where each finds its arguments.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "reference/runtime/operation.h"

namespace kassay::reference {

class Plan {
 public:
  // For tensors whose values are needed, given those of the placeholders in `fed`. Throws ApiError
  // (value) if another placeholder is needed.
  Plan(const std::vector<Symbol>& outputs, const std::vector<Symbol>& fed);

  // The arrays (Tensor or SparseTensor) of the outputs. `feeds`: of the dtypes and shapes of `fed`.
  // Reads the current values of the variables. Throws ApiError naming the function that refuses.
  std::vector<Value> run(Session& session, const std::vector<Value>& feeds) const;

 private:
  // Where an argument comes from: a slot, a constant, or a list of these.
  struct Source {
    std::ptrdiff_t slot = -1;
    Value constant;
    std::vector<Source> elements;
  };
  struct Step {
    std::shared_ptr<const Operation> operation;
    std::vector<Source> arguments;
    std::size_t first_slot;
  };

  Source source_of(const Value& value);
  static Value fetch(const Source& source, const std::vector<Value>& slots);

  std::map<const SymbolicTensor*, std::ptrdiff_t> slots_;
  std::map<const Operation*, std::size_t> first_slots_;
  std::vector<std::pair<std::size_t, std::shared_ptr<const Variable>>> variables_;
  std::vector<std::pair<std::size_t, Value>> constants_;
  std::vector<Symbol> kept_;  // whose addresses are keys
  std::vector<Step> steps_;
  std::vector<Source> outputs_;
  std::size_t slot_count_ = 0;
};

// The tensors on which the values of `outputs` depend, including themselves, in the order of
// creation. Stops at known tensors unless `through_known`.
std::vector<Symbol> ancestors(const std::vector<Symbol>& outputs, bool through_known);

}  // namespace kassay::reference
