// Arrays that only move elements of others, as slices do, are not made for chains: these read the others.
#pragma once

#include <optional>
#include <vector>

#include "optimized/engine/call.h"
#include "optimized/notes.h"

namespace kassay::optimized::engine {

// Whether the result is elements of its tensor, and zeros, wherever they are put.
bool only_moves(const Call& call);
// The move that a call is, of its only argument; none if it is another call, or the move has no elements.
std::optional<Move> move_of(const Call& call);

// Lets calls that can be links of chains read what slices, paddings and their like move, where nobody else reads what is moved.
// `read_later`: the slots that are outputs.
void absorb_moves(std::vector<Call>& calls, const std::vector<bool>& read_later);

}  // namespace kassay::optimized::engine
