// The current array of a tensor, as eval, get_value and batch_get_value return it.
#pragma once

#include "reference/graph/session.h"

namespace kassay::reference {

// If it is an array already, the array itself.
inline Value value_of(const Value& x, const Place& argument, Session* session) {
  if (x.get_if<Tensor>() != nullptr || x.get_if<SparseTensor>() != nullptr) return dense(x);
  Symbol symbol;
  unpack(x, argument, symbol);
  return dense(session->evaluate({symbol}).front());
}

}  // namespace kassay::reference
