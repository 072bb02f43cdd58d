#include "reference/ops/control_flow/fold.h"

namespace kassay::reference {
namespace {

// foldr.value, foldr.gradient, foldr.arguments, foldr.elements, foldr.initializer,
// foldr.default, foldr.name, foldr.closure
Value foldr(const Function& fn, const Symbol& elems, const Value& initializer,
            const std::optional<std::string>& /*name*/, Session* session) {
  return fold(fn, elems, initializer, Direction::kFromLast, *session);
}

}  // namespace

namespace kernels {
Kernel foldr_kernel() { return define_unrolled(folded_type, foldr); }
}  // namespace kernels
}  // namespace kassay::reference
