// Chains of element-wise calls, computed a run of elements at a time: intermediate results stay in the first-level cache.
//
// The loops are those of the kernels. On large arrays a chain costs one reading of its arguments and one writing of its results, unless its
// functions cost more; on small arrays it costs a few nanoseconds per call.
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
  std::set<std::size_t> read_outside;  // the slots of its results that other parts read
  Call call;                           // if `links` is empty
};

// Splits the calls into chains, as long as possible, and single calls, in order. `read_later`: the slots that are outputs.
std::vector<Part> in_parts(std::vector<Call> calls, const std::vector<bool>& read_later,
                           const Options& options);

std::unique_ptr<Instruction> instruction_of(Part part, const Level& level, const Options& options,
                                            VectorCodes& codes);
VectorCodes codes_for(const Level& level, const Options& options);

std::vector<std::unique_ptr<Instruction>> instructions_of(std::vector<Part> parts,
                                                          const Level& level,
                                                          const Options& options);

}  // namespace kassay::optimized::engine
