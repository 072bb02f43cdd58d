// A call that can be a link of a chain: an element of its result follows from the elements at its place in the arguments, or it adds the
// elements of its argument up.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "optimized/engine/call.h"
#include "optimized/notes.h"

namespace kassay::optimized::engine {

// What its kernel notes.
struct Noted {
  static constexpr std::size_t kConstant = static_cast<std::size_t>(-1);

  Loop loop;  // which computes it
  std::vector<std::size_t>
      sources;  // for each operand of the loop the number of an open argument, or kConstant
  std::optional<Total> total = {};  // which does so instead, of the only open argument

  // Of the elements that the call goes through.
  const Shape& shape_in(const Call& call) const {
    return total ? call.given.front().shape : call.types.front().shape;
  }
};

struct Link : Noted {
  Call call;

  const Shape& shape() const { return shape_in(call); }
};

// None where the call is not element-wise, or its kernel is more than a loop.
std::optional<Noted> noted_loop(const Call& call);
// None where the call is no sum or mean, or its kernel does not note one.
std::optional<Noted> noted_total(const Call& call);

}  // namespace kassay::optimized::engine
