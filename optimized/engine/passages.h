// Links of a chain whose formulas become one piece of machine code: intermediate results stay in registers.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "optimized/engine/link.h"
#include "optimized/engine/vector_codes.h"

namespace kassay::optimized::engine {

struct Passage {
  struct Input {
    std::size_t link, operand;  // an operand of the loop of that link
  };
  std::size_t begin, end;  // the links
  std::shared_ptr<const VectorCode> code;
  std::vector<Input> inputs;
  std::vector<std::size_t> outputs;  // the links whose results are read outside the passage
};

// Passages of two links or more. Reorders the links for them; each link stays behind the ones that it reads. `is_read_outside`: whether the
// slot of a result is read outside the chain.
std::vector<Passage> make_passages(std::vector<Link>& links,
                                   const std::function<bool(std::size_t)>& is_read_outside,
                                   VectorCodes& codes);

}  // namespace kassay::optimized::engine
