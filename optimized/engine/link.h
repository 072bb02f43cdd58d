// A call that can be a link of a chain: an element of its result depends on the elements at its place in the arguments, or it adds up the
// elements of its argument.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "optimized/engine/call.h"
#include "optimized/notes.h"

namespace kassay::optimized::engine {

// What a kernel notes about a call.
struct Noted {
  static constexpr std::size_t kConstant = static_cast<std::size_t>(-1);

  Loop loop;  // computes the call
  std::vector<std::size_t>
      sources;  // by operand of the loop: the number of an open argument, or kConstant
  std::optional<Total> total = {};  // computes the call instead, from the only open argument

  // The shape of the elements that the call goes through.
  const Shape& shape_in(const Call& call) const {
    return total ? call.given.front().shape : call.types.front().shape;
  }
};

struct Link : Noted {
  Call call;

  const Shape& shape() const { return shape_in(call); }
};

// None if the call is not element-wise, or its kernel does more than one loop.
std::optional<Noted> noted_loop(const Call& call);
// None if the call is not a sum or mean, or its kernel does not note one.
std::optional<Noted> noted_total(const Call& call);

}  // namespace kassay::optimized::engine
