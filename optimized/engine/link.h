// A call that can be a link of a chain: an element of its result follows from the elements at its place in the arguments, or it adds the
// elements of its argument up.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "optimized/engine/call.h"
#include "optimized/notes.h"

namespace kassay::optimized::engine {

struct Link {
  static constexpr std::size_t kConstant = static_cast<std::size_t>(-1);

  Call call;
  Loop loop;  // which computes it
  std::vector<std::size_t>
      sources;  // for each operand of the loop the number of an open argument, or kConstant
  std::optional<Total> total = {};  // which does so instead, of the only open argument

  // That of the elements it goes through.
  const Shape& shape() const { return total ? call.given.front().shape : call.types.front().shape; }
};

// None where the call is not element-wise, or its kernel is more than a loop.
std::optional<Link> link_of(const Call& call);
// None where the call is no sum or mean, or its kernel does not note one.
std::optional<Link> total_link_of(const Call& call);

}  // namespace kassay::optimized::engine
