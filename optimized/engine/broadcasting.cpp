#include "optimized/engine/broadcasting.h"

#include <algorithm>
#include <map>

#include "optimized/engine/elementwise.h"

namespace kassay::optimized::engine {
namespace {

// The shape that these become together. Precondition: they broadcast.
Shape joined_shape(const std::vector<reference::TensorType>& types) {
  Shape joined;
  for (const reference::TensorType& type : types) {
    const Shape& shape = type.shape;
    if (shape.size() > joined.size())
      joined.insert(joined.begin(), shape.size() - joined.size(), 1);
    for (std::size_t back = 1; back <= shape.size(); ++back) {
      const std::int64_t size = shape[shape.size() - back];
      if (size != 1) joined[joined.size() - back] = size;
    }
  }
  return joined;
}

}  // namespace

void absorb_broadcasts(std::vector<Call>& calls) {
  std::map<std::size_t, const Call*> stretched;  // by slot
  for (Call& call : calls) {
    if (call.function() == "internal.broadcast_to" && !call.types.empty()) {
      if (call.open.size() == 1) stretched.emplace(call.first_slot, &call);
      continue;
    }
    if (!is_elementwise(call)) continue;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const auto found = stretched.find(static_cast<std::size_t>(call.arguments[i].slot));
      if (found == stretched.end()) continue;
      std::vector<reference::TensorType> given = call.given;
      given[i] = found->second->given.front();
      if (joined_shape(given) != call.types.front().shape) continue;
      call.given = std::move(given);
      call.arguments[i] = found->second->arguments.front();
    }
  }
}

}  // namespace kassay::optimized::engine
