#include <optional>
#include <string>

#include "reference/graph/kernel.h"

namespace kassay::reference::identity_op {
namespace {

// identity.name: no effect
TensorType infer(const TensorType& x, const std::optional<std::string>& /*name*/) { return x; }

// identity.value, identity.bits, identity.follows
Array compute(const Array& x, const std::optional<std::string>& /*name*/) { return x; }

}  // namespace

Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::identity_op
