// The steps of rnn, map_fn and the folds as one operation, for an executor that has one
// (Executor::make_turns). The program is called once, with what stands for elements and states.
#pragma once

#include <optional>
#include <vector>

#include "spec/lib/value.h"

namespace kassay::reference {

class Turns {
 public:
  virtual ~Turns() = default;

  // What stands for the element of a sequence in a turn. The first dimension of the sequence is
  // that of the turns. Precondition: its type is complete.
  virtual Value element_of(const Value& sequence) = 0;
  // What stands for a state before a turn, of which this is the value before the first one.
  virtual Value state_from(const Value& initial) = 0;

  struct Results {
    std::vector<Value> states;   // after the last turn
    std::vector<Value> outputs;  // their elements of all turns
  };
  // None where turns differ in more than the arrays that they compute, so that their calls must be
  // made one after the other: a state changes its type, a dimension is unknown, something is random
  // or sparse. Then the session is as if nothing had been called, but for names that were given.
  // Throws NotStatic where too little is known of what a turn uses.
  virtual std::optional<Results> build(const std::vector<Value>& next,
                                       const std::vector<Value>& outputs) = 0;
};

}  // namespace kassay::reference
