// Chains of element-wise calls, computed a run of elements at a time: what one call gives the next stays in the first-level cache.
//
// The loops are those of the kernels. A chain over large arrays is bound by reading its arguments and writing its results once, where
// that costs more than its functions; one over small arrays costs a few nanoseconds a call.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <vector>

#include "optimized/engine/instruction.h"
#include "optimized/engine/link.h"
#include "optimized/engine/options.h"
#include "optimized/engine/vector_codes.h"

namespace kassay::optimized::engine {

// A chain, or one call.
struct Part {
  std::vector<Link> links;
  std::set<std::size_t> read_outside;  // the slots of its results that others read
  Call call;                           // without links
};

// The calls as chains, which are as long as can be, and others, in their order. `read_later`: the slots that are outputs.
std::vector<Part> in_parts(std::vector<Call> calls, const std::vector<bool>& read_later,
                           const Options& options);

std::unique_ptr<Instruction> instruction_of(Part part, const Level& level, const Options& options,
                                            VectorCodes& codes);
VectorCodes codes_for(const Level& level, const Options& options);

std::vector<std::unique_ptr<Instruction>> instructions_of(std::vector<Part> parts,
                                                          const Level& level,
                                                          const Options& options);

}  // namespace kassay::optimized::engine
