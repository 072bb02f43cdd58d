#include <algorithm>

#include "optimized/cpu/integers.h"
#include "optimized/cpu/movement.h"

namespace kassay::optimized::slice_op {
namespace {

// Counts from the end if negative, and stays inside, like a Python slice.
Integers begin(const Shape& x, const Value& start, const Value& /*size*/) {
  Integers places;
  if (const auto* tensor = start.get_if<Tensor>()) {
    const Tensor numbers = as_integers(*tensor);
    places.assign(numbers.data<std::int64_t>().begin(), numbers.data<std::int64_t>().end());
  } else {
    reference::unpack(start, "start", places);
  }
  for (std::size_t d = 0; d < x.size(); ++d)
    places[d] = std::clamp<std::int64_t>(places[d] < 0 ? places[d] + x[d] : places[d], 0, x[d]);
  return places;
}

}  // namespace

Kernel kernel() { return define_part<begin>(); }

}  // namespace kassay::optimized::slice_op
