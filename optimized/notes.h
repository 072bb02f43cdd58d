// What a kernel would do, noted instead of done: the engine puts it together with what others do.
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

// Of an element-wise kernel.
struct Loop {
  // Computes `count` elements of the result. An operand has as many, or one for all where it does not move. The result may be an
  // operand that moves.
  std::function<void(const std::byte* const* operands, std::byte* result, std::int64_t count)>
      compute;
  // What the kernel was to read: so its caller knows its own arrays, and other ones are constants.
  std::vector<Tensor> operands;
  std::vector<bool> moves;
};

// Of a kernel whose result is elements of x, and zeros: the element of the result at y_start + sum of i_d to_d is that of x at
// x_start + sum of i_d from_d.
struct Move {
  struct Dimension {
    std::int64_t size, from, to;
  };
  Tensor x;
  std::vector<Dimension> dimensions;
  std::int64_t x_start = 0, y_start = 0;
};

// While one lives, kernels note their loops and moves in this thread instead of computing.
class Notes {
 public:
  Notes();
  ~Notes();
  Notes(const Notes&) = delete;
  Notes& operator=(const Notes&) = delete;

  // None unless it is all that was noted.
  std::optional<Loop> loop() const;
  std::optional<Move> move() const;

 private:
  friend void note(Loop loop);
  friend void note(Move move);

  std::vector<Loop> loops_;
  std::vector<Move> moves_;
  Notes* before_;
};

// For kernels.
bool takes_notes();
// Precondition: takes_notes().
void note(Loop loop);
void note(Move move);

}  // namespace kassay::optimized
