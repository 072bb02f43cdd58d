// A plan compiled for feeds with certain dtypes and shapes.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "optimized/engine/instruction.h"
#include "optimized/engine/options.h"
#include "optimized/engine/schedule.h"

namespace kassay::optimized::engine {

class Program {
 public:
  // `feeds`: their types. The last `steady` feeds are often the same arrays as in the run before.
  Program(const reference::Plan& plan, const std::vector<reference::StaticType>& feeds,
          const Level& level, const Options& options, std::size_t steady = 0);

  // Describes the program line by line. The last line states the most memory that its results of known types take.
  std::string describe() const;
  // The same, each instruction preceded by its mean time in microseconds. Precondition: the options ask for times.
  std::string describe_times() const;

  // As Executable::run. An array is released after the last instruction that reads it. `places`: memory of the right types for the last
  // outputs; an output that an instruction computes is written there.
  std::vector<Value> run(reference::Session& session, const std::vector<Value>& feeds,
                         const std::vector<Tensor>& places = {});

 private:
  struct Entry;
  void run(Entry& entry, Frame& frame);
  void reserve_from(std::size_t first, Frame& frame);

  struct Entry {
    std::unique_ptr<Instruction> instruction;
    std::vector<std::size_t> released;  // the slots that are not read after it
    std::chrono::nanoseconds time{0};   // of all runs
  };

  // Gives results with more bytes than that a place in the arena.
  void plan_arena(const Schedule& schedule, std::size_t largest_kept);
  std::string memory() const;

  const reference::Plan& plan_;  // the owner of the program owns the plan
  std::vector<Entry> entries_;
  std::vector<std::pair<std::size_t, Value>> constants_;  // by slot
  std::size_t first_in_place_;                            // the number of instructions if none is
  std::vector<Value> slots_;
  Arena arena_;
  std::vector<bool> is_computed_;  // by slot: whether an instruction writes it
  std::size_t slot_count_;
  bool measures_;
  std::int64_t runs_ = 0;
};

// The mean time of one run in microseconds, formatted as the first column of `describe_times`.
std::string mean_time(std::chrono::nanoseconds all, std::int64_t runs);

}  // namespace kassay::optimized::engine
