// Random arrays. Each element is a pure function of the stream and its place, so it depends neither on the order of computation nor on
// which other elements are computed.
#pragma once

#include <cstdint>

#include "reference/arrays/array.h"

namespace kassay::reference {

// One draw of a generator: a different seed or draw gives independent numbers; the same seed and
// draw give the same numbers.
struct RandomStream {
  std::uint64_t seed = 0;
  std::uint32_t draw = 0;
};

// In [0, 1), from 64 bits.
Array uniform(const Shape& shape, RandomStream stream);
// With mean 0 and standard deviation 1.
Array normal(const Shape& shape, RandomStream stream);
// The same, but an element more than `bound` from 0 is drawn again.
Array truncated_normal(const Shape& shape, Real bound, RandomStream stream);
// 1 with probability p, which is in [0, 1], otherwise 0.
Array bernoulli(const Shape& shape, Real p, RandomStream stream);

}  // namespace kassay::reference
