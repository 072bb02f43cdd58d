// Mistakes in the sizes that int_shape gives for a computed tensor.
#pragma once

#include <functional>
#include <string>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults::published {

// A fault whose int_shape of a result of the function is told(call, the right sizes).
Fault sizes_told(const std::string& function, const std::string& mistake, std::string text,
                 std::function<Value(Call&, const List&)> told);

}  // namespace kassay::faults::published
