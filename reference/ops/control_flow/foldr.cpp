#include "reference/ops/control_flow/fold.h"

namespace kassay::reference::foldr_op {
namespace {

// foldr.value, foldr.gradient, foldr.arguments, foldr.elements, foldr.initializer,
// foldr.default, foldr.name, foldr.closure
Value foldr(const Function& fn, const Symbol& elems, const Value& initializer,
            const std::optional<std::string>& /*name*/, Session* session) {
  return fold(fn, elems, initializer, Direction::kFromLast, *session);
}

}  // namespace

Kernel kernel() { return define_unrolled(folded_type, foldr); }

}  // namespace kassay::reference::foldr_op
