// Mistakes that several faults share.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/trials/strength/faults/call.h"

namespace kassay::faults {

using reference::Real;

// Mistakes in elements.

// Replaces each element by f(element), rounded to the dtype of the tensor.
Tensor each(const Tensor& tensor, const std::function<Real(Real)>& f);
// Casts each element to another dtype and back.
Tensor through(DType dtype, const Tensor& tensor);
// The same for a tensor of type `from`; others stay unchanged.
Tensor through(DType dtype, const Tensor& tensor, DType from);
// The right result after arguments of type `from` were cast to `dtype` and back.
Tensor computed_in(DType dtype, Computation& c, DType from);

[[noreturn]] void refuse(const std::string& what);

// Mistakes in calls.

Node stopped(const Node& x);
// 0, with a derivative by x that is NaN where the condition is true and 0 elsewhere.
Node nan_derivative(const Node& x, const Node& condition);
// 0 with the derivative of x, even where x is infinite or NaN.
Node zero_like_derivative(const Node& x);
// The value of one tensor with the derivative of another one of the same shape.
Node with_derivative_of(const Node& value, const Node& derived);
// The value of `y`, with a derivative by x that is right but counts as a constant itself.
Node derived_once(const Node& y, const Node& derivative, const Node& x);
// A product whose derivative by each of two operands treats the other one as a constant.
Node both_ways(Call& call, std::string_view first, std::string_view second);
// Whether both are the same tensor.
bool same(const Value& x, const Value& y);
// Drops the derivative of an argument.
void stop(Call& call, std::string_view argument);
// A call with a list of tensors: a tensor that repeats an earlier one does not get a derivative for it.
Values stopped_when_repeated(Call& call, std::string_view list);
// Casts a tensor of any float dtype to `dtype` and back.
Node cast_through(std::string_view dtype, const Node& x);
bool has_dtype(const Node& x, std::string_view dtype);
// The rank, if it is known.
std::optional<std::int64_t> rank(const Node& x);
// The axis counted from the front; none if it is not an int or the rank is unknown.
std::optional<std::int64_t> axis_of(const Call& call, std::string_view tensor);
List ints(const std::vector<std::int64_t>& numbers);
std::vector<std::int64_t> integers(const Value& list);

// Tensors that a fault remembers, each with a value. It keeps them alive, so a new tensor cannot get their identity.
class Remembered {
 public:
  void add(const Value& tensor, Value value = None{});
  const Value* find(const Value& tensor) const;  // null: it was not added

 private:
  std::vector<std::pair<Value, Value>> tensors_;
};

// A function made by `function`, with other answers.
Function called(Function right, std::function<Values(const Callable&, const Arguments&)> answer);

}  // namespace kassay::faults
