// What a kernel would do, noted instead of done: the engine puts it together with what others do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "optimized/formula.h"
#include "optimized/path.h"
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
  // What it computes, of operands and a result of the dtype; a condition is an operand or a result of dtype bool. Null where it is no formula.
  std::shared_ptr<const Formula> formula = nullptr;
};

// Of a kernel whose result is elements of x, and zeros where the path does not lead.
struct Move {
  Tensor x;
  Path path;
};

// Of a kernel that adds elements up: each result is the sum of the elements that are `results` apart, or something made of it.
struct Total {
  std::size_t results = 0;
  // Adds `count` elements, at most kLongestRun, to the sums, one for each result. `first`: the place of the first of them in the array.
  std::function<void(const std::byte* elements, std::int64_t first, std::int64_t count,
                     double* sums)>
      add;
  std::function<void(const double* sums, Tensor& result)> store;
};

// While one lives, kernels note their loops, moves and totals in this thread instead of computing.
class Notes {
 public:
  Notes();
  ~Notes();
  Notes(const Notes&) = delete;
  Notes& operator=(const Notes&) = delete;

  // None unless it is all that was noted.
  std::optional<Loop> loop() const;
  std::optional<Move> move() const;
  std::optional<std::vector<Move>> moves() const;
  std::optional<Total> total() const;

 private:
  friend void note(Loop loop);
  friend void note(Move move);
  friend void note(Total total);

  std::vector<Loop> loops_;
  std::vector<Move> moves_;
  std::vector<Total> totals_;
  Notes* before_;
};

// For kernels.
bool takes_notes();
// Precondition: takes_notes().
void note(Loop loop);
void note(Move move);
void note(Total total);

}  // namespace kassay::optimized
