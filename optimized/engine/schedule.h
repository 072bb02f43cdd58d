// The parts of a program in their order, for any executor: what each reads and writes, how long arrays live, which of them are one array,
// and which may be computed in the place of another one.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "optimized/engine/chains.h"
#include "optimized/engine/memory_plan.h"

namespace kassay::optimized::engine {

// Whether its result is its argument under another shape, so that nothing needs to be computed.
bool is_alias(const Part& part);
// For a chain: whether it reads that array, which has the shape of its results, only at the places that it writes.
bool reads_in_place(const Part& part, std::size_t slot);

class Schedule {
 public:
  struct Entry {
    Part part;
    std::vector<std::size_t> reads, writes;  // slots; of a chain, the slots read outside
    std::vector<std::size_t> released;       // slots that are not read after it, except outputs
    // The arguments whose arrays its result may share under another shape; for an alias it does.
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
  // Whether a part computes the array: it is neither given nor another array under another shape.
  bool is_made(std::size_t slot) const;
  // Whether `value` can be computed in the place of the array `old`, which has the same type: `old` is not read later, and a part that
  // reads `old` and writes `value` reads only the elements at the places that it writes. Precondition: a part computes the value.
  bool may_replace(std::size_t old, std::size_t value) const;

  // The lives of the arrays with a size in `bytes`, in entries from 1 on, ordered by slot. `given` arrays live from 0 on and
  // outputs until after the last entry. An array lives as long as every array that may be the same under another shape.
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
