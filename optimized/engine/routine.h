// What one piece of machine code shall compute for each element, and the same with registers assigned.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "optimized/formula.h"
#include "spec/lib/dtype.h"

namespace kassay::optimized::engine {

// Statements on elements that are at the same place in all arrays.
struct Routine {
  struct Source {
    bool is_statement;  // or else an input
    std::size_t number;
  };
  struct Statement {
    std::shared_ptr<const Formula> formula;
    std::vector<Source> operands;  // a condition is that of a statement
    bool is_stored;                // in the output that follows; conditions are not
  };

  DType dtype;              // float32 or float64, of all arrays
  std::vector<bool> moves;  // by input; others have one element for all
  std::vector<Statement> statements;
};

// The registers that a processor has for it.
struct Registers {
  std::size_t vectors;
  std::size_t masks;  // for conditions; 0: these are in vectors
};

// A routine as commands on registers.
struct Assigned {
  struct Place {
    enum class Kind { kVector, kMask, kUniform } kind;
    std::size_t number;
  };
  struct Command {
    enum class Kind { kLoad, kCompute, kStore } kind;
    std::size_t array = 0;  // of kLoad the input, of kStore the output
    Formula::Operator what = Formula::Operator::kOperand;  // of kCompute
    bool is_wide = false;
    Place result = {};  // no register of what is read; of kStore what is stored
    std::array<Place, 3> from = {};
  };
  // The same for all elements: a number, or the only element of an input.
  struct Uniform {
    std::optional<std::size_t> input = {};
    double number = 0;
    bool is_wide = false;  // read by wide steps alone
    // Where it stays during all elements; none where it is loaded each time.
    std::optional<std::size_t> vector = {};
  };

  std::vector<Command> commands;
  std::vector<Uniform> uniforms;
};

// None where there are too few registers.
std::optional<Assigned> assign_registers(const Routine& routine, const Registers& registers);

}  // namespace kassay::optimized::engine
