// Unused work is removed: results that are not read, and arguments needed only for their shape.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// Whether it is known to compute its results for any elements of its arguments.
bool never_refuses(const Call& call);

// Whether only the shape of that argument matters: the call is the gradient of a move, and the argument is the tensor that was moved.
bool is_for_shape(std::string_view function, std::size_t argument, DType dtype);

// The needed calls, in their order. `read_later`: the slots that are outputs. Random calls stay, because they count their evaluations, and
// so do calls that may refuse elements.
std::vector<Call> pruned(std::vector<Call>&& calls, std::vector<bool> read_later);

}  // namespace kassay::optimized::engine
