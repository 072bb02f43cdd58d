// Where the results of a program are in one block of memory: two whose lives do not meet may have the same bytes.
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

// Of a result: the first and the last instruction that has it.
struct Life {
  std::size_t slot, bytes, first, last;
};

struct MemoryPlan {
  struct Place {
    std::size_t offset;
    std::vector<std::size_t>
        before;  // the slots of those that have some of its bytes just before it
  };
  std::size_t bytes = 0;
  std::size_t most_live = 0;            // bytes of the results that live at once, at most
  std::map<std::size_t, Place> places;  // by slot
};

// In the order of time, each takes the smallest gap that it fits; and from the end, if that takes fewer bytes. Time and memory grow with
// the number of lives, but for a logarithm.
MemoryPlan plan_memory(const std::vector<Life>& lives);

// The memory of the results of a program, run after run. Arrays that outlive a run keep their elements, and their memory.
class Arena {
 public:
  explicit Arena(MemoryPlan plan = {});

  const MemoryPlan& plan() const { return plan_; }
  // Makes it ready for a run. Small memory is that of the last run, with the arrays in it, if nobody has any of these. Throws std::bad_alloc.
  void enter();
  // Gives large memory back, where other programs find it.
  void leave();

  // None where the plan has no place for the slot, or an array that was there is still in use: one that lives on under another shape.
  // Precondition: a slot always has the same type.
  std::optional<Tensor> take(std::size_t slot, const reference::TensorType& type);
  bool has(const Tensor& tensor) const;

 private:
  // An array that was taken.
  struct Taken {
    Tensor array;
    std::uint64_t run = 0;  // the last one in which it was
  };
  // Whether nobody has an array that was there. Where one was taken in this run, those before it were free.
  bool is_free(const MemoryPlan::Place& place) const;

  MemoryPlan plan_;
  std::shared_ptr<std::byte> memory_;   // null between runs, where it is large
  std::map<std::size_t, Taken> taken_;  // by slot
  std::uint64_t run_ = 0;
};

}  // namespace kassay::optimized::engine
