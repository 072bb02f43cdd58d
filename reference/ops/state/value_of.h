// The array of a tensor now, as eval, get_value and batch_get_value return it.
#pragma once

#include "reference/graph/session.h"

namespace kassay::reference {

// Of what is an array already, the array.
inline Value value_of(const Value& x, const Place& argument, Session* session) {
  if (x.get_if<Tensor>() != nullptr || x.get_if<SparseTensor>() != nullptr) return dense(x);
  Symbol symbol;
  unpack(x, argument, symbol);
  return dense(session->evaluate({symbol}).front());
}

}  // namespace kassay::reference
