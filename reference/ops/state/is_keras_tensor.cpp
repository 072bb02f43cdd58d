#include "reference/graph/session.h"
#include "spec/lib/error.h"

namespace kassay::reference::is_keras_tensor_op {
namespace {

// is_keras_tensor.boolean
Value is_keras_tensor(const Value& x, const Settings& settings) {
  const Symbol symbol = symbol_of(x);
  // is_keras_tensor.placeholder-ja, is_keras_tensor.array-ja
  if (settings.edition == Edition::kJa) {
    return dynamic_cast<const Placeholder*>(symbol.get()) != nullptr;
  }
  // is_keras_tensor.not-symbolic, is_keras_tensor.not-symbolic-any
  if (!symbol) throw mismatch(ErrorKind::kValue, "x", "a symbolic tensor", x);
  // is_keras_tensor.layers, is_keras_tensor.variable, is_keras_tensor.placeholder: there are no
  // layers here
  return false;
}

}  // namespace

Kernel kernel() { return define(is_keras_tensor); }

}  // namespace kassay::reference::is_keras_tensor_op
