// A computation that is repeated along the first dimension of tensors: what rnn, map_fn and the
// folds become here. The reference makes the same calls for each step, a graph that grows with the
// number of steps.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "reference/graph/kernel.h"
#include "reference/graph/plan.h"

namespace kassay::optimized::engine {

// One turn as a graph. All its types are complete, and nothing in it is random or sparse.
struct Scan : Object {
  std::int64_t turns = 0;
  bool is_backward = false;  // the last elements come first
  // What a turn starts from: an element of each sequence, the states that the turn before it left,
  // and tensors that are the same in all turns. Any tensors of the graph may stand for them.
  std::vector<reference::Symbol> elements, states, captured;
  // What it makes: the next states, and an element of each output.
  std::vector<reference::Symbol> next, outputs;

  std::string describe() const override { return "a scan"; }

  std::vector<reference::Symbol> given() const;  // elements, states and captured tensors
  std::vector<reference::Symbol> made() const;   // next states and elements of outputs
  // The tensors of a turn: what is given, and what is computed from it.
  std::vector<reference::Symbol> tensors() const {
    return reference::ancestors(made(), false, given());
  }
  reference::Plan plan() const { return {made(), given()}; }
};

// The operation internal.scan (scan, sequences, states, captured). Its results are the states after
// the last turn, then the outputs, whose first dimension is that of the sequences.
const reference::Kernel& scan_kernel();
// What is bound to its parameter `scan`.
std::shared_ptr<const Scan> scan_of(const reference::BoundCall& call);
// Of these tensors, in the same order as its symbols.
std::vector<Value> apply_scan(reference::Session& session, std::shared_ptr<const Scan> scan,
                              List sequences, List states, List captured);

// Computes what a turn makes from the arrays that are given to it. An output may be computed in its
// place, which is memory of its type.
using Turn = std::function<std::vector<Value>(const std::vector<Value>& given,
                                              const std::vector<Tensor>& places)>;
// The results of the operation for arrays.
std::vector<Value> repeat(const Scan& scan, const List& sequences, const List& states,
                          const List& captured, const Turn& turn);

}  // namespace kassay::optimized::engine
