// Moves elements to other places.
#pragma once

#include "optimized/device/bodies/bits.h"
#include "optimized/device/bodies/listed.h"
#include "optimized/layout.h"

namespace kassay::optimized::device {

// to[to.place(i)] = from[from.place(i)], bit by bit; zero where `from` has no place.
template <class Bits>
struct Move {
  static constexpr const char* kName = "move";
  const Bits* x;
  Bits* y;
  Layout from, to;
  KASSAY_BOTH void operator()(long long i) const {
    const long long place = from.place(i);
    y[to.place(i)] = place < 0 ? Bits{} : x[place];
  }
};

using MoveBodies = Listed<Move<unsigned char>, Move<unsigned short>, Move<unsigned int>,
                          Move<unsigned long long>, Move<Bits16>>;

}  // namespace kassay::optimized::device
