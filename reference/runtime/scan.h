// A computation that is repeated along the first dimension of tensors: what rnn, map_fn and the
// folds become for an executor that asks for it (Executor::makes_scans). For others they become the
// same calls for each step, a graph that grows with the number of steps.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "reference/runtime/kernel.h"
#include "reference/runtime/plan.h"

namespace kassay::reference {

// One turn as a graph. All its types are complete, and nothing in it is random or sparse.
struct Scan : Object {
  std::int64_t turns = 0;
  bool is_backward = false;  // the last elements come first
  // What a turn starts from: an element of each sequence, the states that the turn before it left,
  // and tensors that are the same in all turns. Any tensors of the graph may stand for them.
  std::vector<Symbol> elements, states, captured;
  // What it makes: the next states, and an element of each output.
  std::vector<Symbol> next, outputs;

  std::string describe() const override { return "a scan"; }

  std::vector<Symbol> given() const;  // elements, states and captured tensors
  std::vector<Symbol> made() const;   // next states and elements of outputs
  // The tensors of a turn: what is given, and what is computed from it.
  std::vector<Symbol> tensors() const { return ancestors(made(), false, given()); }
  Plan plan() const { return {made(), given()}; }
};

// The operation internal.scan (scan, sequences, states, captured). Its results are the states after
// the last turn, then the outputs, whose first dimension is that of the sequences.
Kernel scan_kernel();
// What is bound to its parameter `scan`.
std::shared_ptr<const Scan> scan_of(const BoundCall& call);
// Of these tensors, in the same order as its symbols.
std::vector<Value> apply_scan(Session& session, std::shared_ptr<const Scan> scan, List sequences,
                              List states, List captured);

// Computes what a turn makes from the arrays that are given to it. An output may be computed in its
// place, which is memory of its type.
using Turn = std::function<std::vector<Value>(const std::vector<Value>& given,
                                              const std::vector<Tensor>& places)>;
// The results of the operation for arrays.
std::vector<Value> repeat(const Scan& scan, const List& sequences, const List& states,
                          const List& captured, const Turn& turn);

}  // namespace kassay::reference
