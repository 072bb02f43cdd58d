// What rnn, map_fn and the folds share: a tensor taken apart along a dimension, and calls of the
// functions of a program.
#pragma once

#include <memory>

#include "reference/graph/constant.h"
#include "reference/graph/session.h"

namespace kassay::reference {

// The size of a dimension. Throws NotStatic where it is unknown.
std::int64_t known_size(const Symbol& x, std::size_t axis);

// x[..., position, ...] with the dimension removed.
Value part_at(Session& session, const Symbol& x, std::size_t axis, std::int64_t position);

// The steps along tensors of these types as one operation, if the executor has one; null where each
// is called. Throws NotStatic where that depends on dimensions that are not known yet.
std::unique_ptr<Turns> turns_of(Session& session, const std::vector<Value>& tensors,
                                std::int64_t count);
// x with the dimension first, and with the last element first if the steps go backwards.
Value as_sequence(Session& session, const Value& x, std::size_t axis, bool is_backward);

// What is known of such a part, as a placeholder: to see what a function makes of it.
Value sample_part(const Symbol& x, std::size_t axis);

// The one tensor that a function of the program returns. Throws ApiError (type).
Value call_for_tensor(const Function& function, std::vector<Value> arguments, Session& session);

}  // namespace kassay::reference
