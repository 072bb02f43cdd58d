// The formula that one piece of machine code computes for each element, and its form with registers assigned.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "optimized/formula.h"
#include "spec/lib/dtype.h"

namespace kassay::optimized::engine {

// Statements on elements at the same place in all arrays.
struct Routine {
  struct Source {
    bool is_statement;  // false: an input
    std::size_t number;
  };
  struct Statement {
    std::shared_ptr<const Formula> formula;
    std::vector<Source> operands;  // a condition refers to a statement
    bool is_stored;                // in the next output; conditions are never stored
  };

  DType dtype;              // of all arrays: float32 or float64
  std::vector<bool> moves;  // by input; false: one element for all
  std::vector<Statement> statements;
};

// The registers that a processor offers.
struct Registers {
  std::size_t vectors;
  std::size_t masks;  // for conditions; 0: vectors hold these
};

// A routine as commands on registers.
struct Assigned {
  struct Place {
    enum class Kind { kVector, kMask, kUniform } kind;
    std::size_t number;
  };
  struct Command {
    enum class Kind { kLoad, kCompute, kStore } kind;
    std::size_t array = 0;                                 // kLoad: the input, kStore: the output
    Formula::Operator what = Formula::Operator::kOperand;  // of kCompute
    bool is_wide = false;
    Place result = {};  // not a register that is read; of kStore, what is stored
    std::array<Place, 3> from = {};
  };
  // A value that is the same for all elements: a number, or the only element of an input.
  struct Uniform {
    std::optional<std::size_t> input = {};
    double number = 0;
    bool is_wide = false;  // only wide steps read it
    // The vector that holds it for all elements; none: it is loaded each time.
    std::optional<std::size_t> vector = {};
  };

  std::vector<Command> commands;
  std::vector<Uniform> uniforms;
};

// None if there are too few registers.
std::optional<Assigned> assign_registers(const Routine& routine, const Registers& registers);

}  // namespace kassay::optimized::engine
