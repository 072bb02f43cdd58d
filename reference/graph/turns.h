// The steps of rnn, map_fn and the folds as one operation, if the executor has one (Executor::make_turns). The program is called once, with
// stand-ins for elements and states.
#pragma once

#include <optional>
#include <vector>

#include "spec/lib/value.h"

namespace kassay::reference {

class Turns {
 public:
  virtual ~Turns() = default;

  // The stand-in for the element of a sequence in a turn. The first dimension of the sequence counts the turns. Precondition: its type is
  // complete.
  virtual Value element_of(const Value& sequence) = 0;
  // The stand-in for a state before a turn, given the state's value before the first turn.
  virtual Value state_from(const Value& initial) = 0;

  struct Results {
    std::vector<Value> states;   // after the last turn
    std::vector<Value> outputs;  // their elements of all turns
  };
  // None if the turns differ in more than the arrays that they compute, so that their calls must be made one after the other: a state
  // changes its type, a dimension is unknown, or something is random or sparse. The session is then unchanged, except that names have been
  // given. Throws NotStatic if too little is known about what a turn uses.
  virtual std::optional<Results> build(const std::vector<Value>& next,
                                       const std::vector<Value>& outputs) = 0;
};

}  // namespace kassay::reference
