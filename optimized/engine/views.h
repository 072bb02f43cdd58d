// Arrays that only move elements of others, as slices do, are not made for chains: chains read the others.
#pragma once

#include <optional>
#include <vector>

#include "optimized/engine/call.h"
#include "optimized/notes.h"

namespace kassay::optimized::engine {

// Whether the result consists of elements of its tensor, and zeros, in any places.
bool only_moves(const Call& call);
// The move that a call makes of its only argument; none if it is another call, or the move is empty.
std::optional<Move> move_of(const Call& call);

// Lets calls that can be links of chains read the sources of slices, paddings and similar moves, if no other call reads the moved array.
// `read_later`: the slots that are outputs.
void absorb_moves(std::vector<Call>& calls, const std::vector<bool>& read_later);

}  // namespace kassay::optimized::engine
