// Places the results of a program in one block of memory: two whose lives do not overlap may share bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "reference/arrays/array.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized::engine {

// The first and the last instruction that needs a result.
struct Life {
  std::size_t slot, bytes, first, last;
};

struct MemoryPlan {
  struct Place {
    std::size_t offset;
    std::vector<std::size_t> before;  // the slots that hold some of its bytes just before it
  };
  std::size_t bytes = 0;
  std::size_t most_live = 0;            // the most bytes of results alive at the same time
  std::map<std::size_t, Place> places;  // by slot
};

// Each result takes the smallest gap that fits, in order of time, or in reverse order if that takes fewer bytes. With n lives, time and
// memory grow as n log n.
MemoryPlan plan_memory(const std::vector<Life>& lives);

// The memory of the results of a program, run after run. An array that outlives a run keeps its elements and its memory.
class Arena {
 public:
  explicit Arena(MemoryPlan plan = {});

  const MemoryPlan& plan() const { return plan_; }
  // Prepares for a run. Small memory is reused from the last run with the arrays in it, unless one of these is still in use. Throws
  // std::bad_alloc.
  void enter();
  // Releases large memory, for other programs to use.
  void leave();

  // None if the plan lacks the slot, or an earlier array at that place is still in use, for example under another shape.
  // Precondition: a slot always has the same type.
  std::optional<Tensor> take(std::size_t slot, const reference::TensorType& type);
  bool has(const Tensor& tensor) const;

 private:
  // An array that take() has given out.
  struct Taken {
    Tensor array;
    std::uint64_t run = 0;  // the last run that took it
  };
  // Whether no earlier array at that place is still in use. If one was taken in this run, the ones before it were free.
  bool is_free(const MemoryPlan::Place& place) const;

  MemoryPlan plan_;
  std::shared_ptr<std::byte> memory_;   // null between runs, where it is large
  std::map<std::size_t, Taken> taken_;  // by slot
  std::uint64_t run_ = 0;
};

}  // namespace kassay::optimized::engine
