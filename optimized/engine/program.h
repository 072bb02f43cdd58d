// A plan compiled for feeds of certain dtypes and shapes.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "optimized/engine/instruction.h"
#include "optimized/engine/options.h"

namespace kassay::optimized::engine {

class Program {
 public:
  Program(const reference::Plan& plan, const std::vector<Value>& feeds, const Level& level,
          const Options& options);

  // What it does, line by line.
  std::string describe() const;

  // As Executable::run. An array is released after the last instruction that reads it.
  std::vector<Value> run(reference::Session& session, const std::vector<Value>& feeds);

 private:
  struct Entry {
    std::unique_ptr<Instruction> instruction;
    std::vector<std::size_t> released;  // the slots that nobody reads after it
  };

  const reference::Plan& plan_;  // whoever has the program has the plan
  std::vector<Entry> entries_;
  std::vector<Value> slots_;
};

}  // namespace kassay::optimized::engine
