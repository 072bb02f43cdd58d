// The gradient of functions whose results consist of moved elements and zeros: it follows from the origin of each element.
#pragma once

#include <string_view>

#include "reference/graph/expression.h"
#include "reference/graph/operation.h"

namespace kassay::reference {

struct Kernel;

// The operation "move_back.<function>" has the arguments of the function, then `g`, the gradient of
// the result, and `target`, the number of a tensor among its arguments. It moves each element of g
// back to the place in that tensor from which the function took it, and adds elements that meet.
// Null for any other name.
const Signature* find_movement_signature(std::string_view name);
const Kernel* find_movement_kernel(std::string_view name);

// The gradients of a call of a function that moves elements.
Gradients moved_back(const BoundCall& call, const Gradients& g);

}  // namespace kassay::reference
