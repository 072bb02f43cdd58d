// What an element-wise kernel does with a run of elements, noted instead of done: the engine makes chains of such loops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// Elements of a run, at most.
inline constexpr std::int64_t kLongestRun = 2048;

struct Loop {
  // Computes `count` elements of the result. An operand has as many, or one for all where it does not move.
  std::function<void(const std::byte* const* operands, std::byte* result, std::int64_t count)>
      compute;
  // What the kernel was to read: so its caller knows its own arrays, and other ones are constants.
  std::vector<Tensor> operands;
  std::vector<bool> moves;
};

// While one lives, element-wise kernels note their loops in this thread instead of computing.
class LoopNotes {
 public:
  LoopNotes();
  ~LoopNotes();
  LoopNotes(const LoopNotes&) = delete;
  LoopNotes& operator=(const LoopNotes&) = delete;

  // None unless exactly one was noted.
  std::optional<Loop> take();

 private:
  std::vector<Loop> noted_;
  std::vector<Loop>* before_;
};

// For kernels.
bool notes_loops();
// Precondition: notes_loops().
void note(Loop loop);

}  // namespace kassay::optimized
