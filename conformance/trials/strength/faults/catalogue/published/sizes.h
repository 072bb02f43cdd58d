// Sizes that int_shape tells of a computed tensor.
#pragma once

#include <functional>
#include <string>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults::published {

// int_shape of what a call of the function returned is told(call, the right sizes).
Fault sizes_told(const std::string& function, const std::string& mistake, std::string text,
                 std::function<Value(Call&, const List&)> told);

}  // namespace kassay::faults::published
