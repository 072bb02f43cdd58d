// Shared by rnn, map_fn and the folds: splitting a tensor along a dimension, and calling the functions of a program.
#pragma once

#include <memory>

#include "reference/graph/constant.h"
#include "reference/graph/session.h"

namespace kassay::reference {

// The size of a dimension. Throws NotStatic if it is unknown.
std::int64_t known_size(const Symbol& x, std::size_t axis);

// x[..., position, ...] with the dimension removed.
Value part_at(Session& session, const Symbol& x, std::size_t axis, std::int64_t position);

// The steps along tensors of these types as one operation, if the executor has one; null if each step is called. Throws NotStatic if this
// depends on dimensions that are not known yet.
std::unique_ptr<Turns> turns_of(Session& session, const std::vector<Value>& tensors,
                                std::int64_t count);
// x with the dimension first, and with the last element first if the steps go backwards.
Value as_sequence(Session& session, const Value& x, std::size_t axis, bool is_backward);

// A placeholder for such a part, to find out what a function returns for it.
Value sample_part(const Symbol& x, std::size_t axis);

// The tensor that a function of the program returns. Throws ApiError (type) unless there is exactly one.
Value call_for_tensor(const Function& function, std::vector<Value> arguments, Session& session);

}  // namespace kassay::reference
