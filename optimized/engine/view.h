// How the elements of a chain lie in an array that it reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "optimized/notes.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized::engine {

// Element (i_0, i_1, ...) of the chain is the one at start + the sum of i_d * stride_d in the array, or 0 where an i_d is outside of a
// range.
class View {
 public:
  struct Dimension {
    std::int64_t size, stride;
    std::int64_t begin, end;  // of the range that is not 0
    bool is_full() const { return begin == 0 && end == size; }
  };

  // Of an array of the shape `own` that broadcasts to the shape `whole`.
  View(const Shape& own, const Shape& whole);
  // Of an array of which the move makes one of the shape `own` that broadcasts to the shape `whole`; none where it leads through this in
  // another order.
  static std::optional<View> of(const Move& move, const Shape& own, const Shape& whole);

  // Whether the elements lie there in their order.
  bool is_whole() const { return kind_ == Kind::kWhole; }
  // Whether there is one element for all: the one at start().
  bool is_single() const { return kind_ == Kind::kSingle; }
  std::int64_t start() const { return start_; }
  // Whether it is neither of these: its elements are to be gathered.
  bool is_spread() const { return kind_ == Kind::kSpread; }
  // Of one that is spread.
  const std::vector<Dimension>& dimensions() const { return dimensions_; }
  // Whether the array has no other elements, in their order, if it has as many.
  bool is_in_order() const;
  // Whether neighbours in the last dimension are neighbours there, or the same.
  bool has_runs() const;

  // The number of elements after which they repeat; none if they do not.
  std::optional<std::int64_t> period() const;

  // Writes `count` elements from number `first` on, in row-major order, to `to`.
  void gather(const std::byte* from, std::size_t element_size, std::int64_t first,
              std::int64_t count, std::byte* to) const;

 private:
  enum class Kind { kWhole, kSingle, kSpread };
  View() = default;
  // Behind the others; those that continue each other become one.
  void add(const Dimension& dimension);

  Kind kind_ = Kind::kSpread;
  std::vector<Dimension> dimensions_;
  std::int64_t start_ = 0;
};

}  // namespace kassay::optimized::engine
