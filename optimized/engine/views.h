// Arrays that only move elements of others, as slices do, are not made for chains: these read the others.
#pragma once

#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// Whether the result is elements of its tensor, and zeros, wherever they are put.
bool only_moves(const Call& call);

// Lets calls that can be links of chains read what slices, paddings and their like move, where nobody else reads what is moved.
// `read_later`: the slots that are outputs.
void absorb_moves(std::vector<Call>& calls, const std::vector<bool>& read_later);

}  // namespace kassay::optimized::engine
