// How the elements of a chain lie in an array that it reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spec/lib/tensor.h"

namespace kassay::optimized::engine {

// Element (i_0, i_1, ...) of the chain is the one at the sum of i_d * strides[d] in the array.
class View {
 public:
  // Of an array of the shape `own` that broadcasts to the shape `whole`.
  View(const Shape& own, const Shape& whole);

  // Whether the elements lie there in their order.
  bool is_whole() const { return kind_ == Kind::kWhole; }
  // Whether there is one element for all.
  bool is_single() const { return kind_ == Kind::kSingle; }

  // Writes `count` elements from number `first` on, in row-major order, to `to`.
  void gather(const std::byte* from, std::size_t element_size, std::int64_t first,
              std::int64_t count, std::byte* to) const;

 private:
  enum class Kind { kWhole, kSingle, kSpread };

  Kind kind_;
  Shape sizes_;  // as few as possible
  std::vector<std::int64_t> strides_;
};

}  // namespace kassay::optimized::engine
