// The parts of a program in their order, whoever computes them: what each reads and writes, how long arrays live, which of them are one
// array, and which may be computed where another one is.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "optimized/engine/chains.h"
#include "optimized/engine/memory_plan.h"

namespace kassay::optimized::engine {

// Whether its result is its argument under another shape, and nothing has to be done.
bool is_alias(const Part& part);
// Of a chain: whether it reads of that array, of the shape of its results, what is at the places that it writes.
bool reads_in_place(const Part& part, std::size_t slot);

class Schedule {
 public:
  struct Entry {
    Part part;
    std::vector<std::size_t> reads, writes;  // slots; of a chain, what others read
    std::vector<std::size_t> released;       // what nobody reads after it, outputs excepted
    // The arguments of which its result may be one under another shape; it is one if it is an alias.
    std::vector<std::size_t> origins;
  };

  // `is_output`: by slot.
  Schedule(std::vector<Part> parts, std::vector<bool> is_output);

  const std::vector<Entry>& entries() const { return entries_; }
  std::vector<Part> take_parts() &&;

  // Whether a part reads it, or it is an output.
  bool is_read(std::size_t slot) const { return is_output_[slot] || !readers_[slot].empty(); }
  // The numbers of the entries that read it, in their order.
  const std::vector<std::size_t>& readers(std::size_t slot) const { return readers_[slot]; }
  // Whether a part computes the array: it is neither given nor another array under its shape.
  bool is_made(std::size_t slot) const;
  // Whether `value` can be computed where the array `old` is, of the same type: nobody reads that later, and a part that does both reads
  // of it the elements at the places that it writes. Precondition: the value is made.
  bool may_replace(std::size_t old, std::size_t value) const;

  // The lives of the arrays that `bytes` knows the size of, in entries from 1 on, ordered by slot. `given` ones live from 0 on, outputs
  // beyond the last entry, and each as long as what may be it under another shape.
  std::vector<Life> lives(
      const std::vector<std::size_t>& given,
      const std::function<std::optional<std::size_t>(std::size_t)>& bytes) const;

 private:
  std::vector<Entry> entries_;
  std::vector<bool> is_output_;
  std::vector<std::vector<std::size_t>> readers_;   // by slot
  std::vector<std::optional<std::size_t>> makers_;  // by slot: the entry that writes it
};

}  // namespace kassay::optimized::engine
