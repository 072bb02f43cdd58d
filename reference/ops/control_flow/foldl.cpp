#include "reference/ops/control_flow/fold.h"

namespace kassay::reference::foldl_op {
namespace {

// foldl.value, foldl.gradient, foldl.order, foldl.elements, foldl.initializer,
// foldl.no-initializer, foldl.first-once, foldl.closure, foldl.empty, foldl.name
Value foldl(const Function& fn, const Symbol& elems, const Value& initializer,
            const std::optional<std::string>& /*name*/, Session* session) {
  return fold(fn, elems, initializer, Direction::kFromFirst, *session);
}

}  // namespace

Kernel kernel() { return define_unrolled(folded_type, foldl); }

}  // namespace kassay::reference::foldl_op
