// Graphs in which an operation waits for the shapes of the fed arrays (a recurrence over an unknown
// number of steps, a gradient through unknown dimensions). They are built again once these shapes
// are known.
#pragma once

#include <memory>
#include <vector>

#include "reference/runtime/session.h"

namespace kassay::reference {

// Whether an array may be a shape or a place, or one may be computed from it, so that it counts as
// known when a graph is unrolled.
bool may_be_shape(const Value& array);
// The variables that the tensors depend on of which the same is true.
std::vector<std::shared_ptr<const Variable>> shapes_among_variables(
    const std::vector<Symbol>& tensors);

// Whether it is the result of an operation that waits.
bool waits(const Symbol& symbol);
// Whether nothing waits that the tensors depend on.
bool is_unrolled(const std::vector<Symbol>& tensors);

// Replaces `placeholders` by ones with the shapes of `arrays` or, `with_values`, by the arrays if
// these may be shapes, as variables are by their values, and `tensors` by what they become. Throws
// ApiError (value) if an operation still waits.
void unroll(Session& session, const std::vector<Value>& arrays, bool with_values,
            std::vector<Symbol>& placeholders, std::vector<Symbol>& tensors);

}  // namespace kassay::reference
