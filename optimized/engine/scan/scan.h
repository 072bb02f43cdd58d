// A computation repeated along the first dimension of tensors: the form that rnn, map_fn and the folds take here. The reference repeats the
// calls for each step, in a graph that grows with the number of steps.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "reference/graph/kernel.h"
#include "reference/graph/plan.h"

namespace kassay::optimized::engine {

// One turn as a graph. All its types are complete, and it contains neither random nor sparse tensors.
struct Scan : Object {
  std::int64_t turns = 0;
  bool is_backward = false;  // the turns run from the last element to the first
  // What a turn starts from: an element of each sequence, the states that the turn before it left, and tensors that are the same in all
  // turns. Any tensors of the graph may represent them.
  std::vector<reference::Symbol> elements, states, captured;
  // What it makes: the next states, and an element of each output.
  std::vector<reference::Symbol> next, outputs;

  std::string describe() const override { return "a scan"; }

  std::vector<reference::Symbol> given() const;  // elements, states and captured tensors
  std::vector<reference::Symbol> made() const;   // next states and elements of outputs
  // The tensors of a turn: given and computed.
  std::vector<reference::Symbol> tensors() const {
    return reference::ancestors(made(), false, given());
  }
  reference::Plan plan() const { return {made(), given()}; }
};

// The operation internal.scan (scan, sequences, states, captured). Its results are the states after
// the last turn, then the outputs, whose first dimension is that of the sequences.
const reference::Kernel& scan_kernel();
// The scan bound to the parameter `scan`.
std::shared_ptr<const Scan> scan_of(const reference::BoundCall& call);
// Applies the scan to these tensors, which are in the order of its symbols.
std::vector<Value> apply_scan(reference::Session& session, std::shared_ptr<const Scan> scan,
                              List sequences, List states, List captured);

// Computes what a turn makes from the given arrays. `places` holds memory of the right types, for computing outputs in place.
using Turn = std::function<std::vector<Value>(const std::vector<Value>& given,
                                              const std::vector<Tensor>& places)>;
// Computes the results of the operation from arrays.
std::vector<Value> repeat(const Scan& scan, const List& sequences, const List& states,
                          const List& captured, const Turn& turn);

}  // namespace kassay::optimized::engine
