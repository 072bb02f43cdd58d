// Arrays that only move elements of others, as slices do, are not made for chains: these read the others.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "optimized/engine/call.h"
#include "optimized/engine/view.h"

namespace kassay::optimized::engine {

// Whether the result is elements of its tensor, and zeros, wherever they are put.
bool only_moves(const Call& call);

// Where an array has its elements from: those of a call that only moves some.
struct Origin {
  reference::Plan::Source source;
  reference::TensorType type;  // of the source
  Move move;
};
// By the slot of what was moved.
std::map<std::size_t, Origin> origins_of(const std::vector<Call>& calls);

// The readers of arrays, where all are calls that can be links of chains: so they can read them elsewhere. By slot; `read_later`: the
// slots that are outputs.
struct Reader {
  Call* call;
  std::size_t argument;  // the number of the open one
};
std::map<std::size_t, std::vector<Reader>> movable_readers(std::vector<Call>& calls,
                                                           const std::vector<bool>& read_later);
// Lets them read the array from which this move makes the one that they read. False, and nothing is changed, where one of them would find
// no neighbours beside each other.
bool redirect(const std::vector<Reader>& readers, const reference::Plan::Source& source,
              const Move& move);

// Lets calls that can be links of chains read what slices, paddings and their like move, where nobody else reads what is moved.
// `read_later`: the slots that are outputs.
void absorb_moves(std::vector<Call>& calls, const std::vector<bool>& read_later);

}  // namespace kassay::optimized::engine
