// Shared by the faults of convolution and pooling.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults {

bool channels_first(const Call& call);
void reverse(Call& call, std::string_view list);
// Whether any of the numbers is above 1.
bool any_above_one(const Value& numbers);
// The call with x and the result reversed, so that the extra padding lies at the other end.
Node turned_round(Call& call, std::int64_t dimensions);

// Along one dimension: the size of x, the window, the stride, and the number of a window.
struct Window {
  std::int64_t size, extent, stride, at;
};
// How many places of a window with padding same lie in x or, if `before`, before it.
Real counted(const Window& window, bool before);
// Averages of pool2d with padding same, times factor(window) for each dimension.
Tensor averages_scaled(Computation& c, const std::function<Real(const Window&)>& factor);

}  // namespace kassay::faults
