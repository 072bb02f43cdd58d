#include <iostream>

#include "reference/graph/kernel.h"

namespace kassay::reference::print_tensor_op {
namespace {

TensorType infer(const TensorType& x, const std::string& /*message*/) { return x; }

// print_tensor.value, print_tensor.used, print_tensor.message; print_tensor.printed: on standard error, each time it is computed.
// print_tensor.unused: it is not computed if nothing needs it
Array compute(const Array& x, const std::string& message) {
  std::cerr << message << to_string(x.shape());
  for (const Real element : x.flat()) std::cerr << ' ' << element;
  std::cerr << '\n';
  return x;
}

// print_tensor.gradient
Expression gradient(const Expression&, const std::string& /*message*/, const Expression&,
                    const Expression& g) {
  return g;
}

}  // namespace

Kernel kernel() { return define(infer, compute, gradient); }

}  // namespace kassay::reference::print_tensor_op
