// Links of a chain whose formulas become machine code together: their results go from one to the next in registers.
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
    std::size_t link, operand;  // the operand of the loop of that link
  };
  std::size_t begin, end;  // the links
  std::shared_ptr<const VectorCode> code;
  std::vector<Input> inputs;
  std::vector<std::size_t> outputs;  // the links whose results somebody reads that is none of them
};

// Passages of two links or more, in the order of the links, which are reordered for them; each still comes behind those that it reads.
// `is_read_outside`: of a slot of a result, whether somebody reads it who is no link.
std::vector<Passage> make_passages(std::vector<Link>& links,
                                   const std::function<bool(std::size_t)>& is_read_outside,
                                   VectorCodes& codes);

}  // namespace kassay::optimized::engine
