// What nobody reads is not computed: neither results that are not used, nor arguments of which only the shape counts.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// Whether it is known to compute its results whatever the elements of its arguments are.
bool never_refuses(const Call& call);

// Whether only the shape of that argument counts: it is the tensor from which elements were moved, and the call the gradient of the move.
bool is_for_shape(std::string_view function, std::size_t argument, DType dtype);

// The calls that are needed, in their order. `read_later`: the slots that are outputs. Random calls stay, for they count their
// evaluations, and calls that may refuse elements.
std::vector<Call> pruned(std::vector<Call>&& calls, std::vector<bool> read_later);

}  // namespace kassay::optimized::engine
