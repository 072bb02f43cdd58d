// The work of a kernel, noted instead of done: the engine combines it with the work of other kernels.
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

// The most elements of a run.
inline constexpr std::int64_t kLongestRun = 2048;

// The loop of an element-wise kernel.
struct Loop {
  // Computes `count` elements of the result. An operand has as many elements, or a single one if it does not move. The result may be an
  // operand that moves.
  std::function<void(const std::byte* const* operands, std::byte* result, std::int64_t count)>
      compute;
  // The operands of the kernel. A caller recognizes its own arrays by them; the others are constants.
  std::vector<Tensor> operands;
  std::vector<bool> moves;
  // The formula, for operands and a result of the dtype; a condition is an operand or result of dtype bool. Null if it is not a formula.
  std::shared_ptr<const Formula> formula = nullptr;
};

// The move of a kernel whose result consists of elements of x, and of zeros where the path does not lead.
struct Move {
  Tensor x;
  Path path;
};

// The totals of a kernel that adds up elements: each result is the sum of elements at a distance of `results`, or is computed from it.
struct Total {
  std::size_t results = 0;
  // Adds `count` elements, at most kLongestRun, to the sums, one for each result. `first`: the place of the first element in the array.
  std::function<void(const std::byte* elements, std::int64_t first, std::int64_t count,
                     double* sums)>
      add;
  std::function<void(const double* sums, Tensor& result)> store;
};

// While a Notes exists, kernels in this thread note their loops, moves and totals instead of computing.
class Notes {
 public:
  Notes();
  ~Notes();
  Notes(const Notes&) = delete;
  Notes& operator=(const Notes&) = delete;

  // None unless exactly this was noted.
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

// Called by kernels.
bool takes_notes();
// Precondition: takes_notes().
void note(Loop loop);
void note(Move move);
void note(Total total);

}  // namespace kassay::optimized
