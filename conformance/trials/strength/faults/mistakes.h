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

// Of elements.

// Each element replaced by f(element), rounded to the dtype of the tensor.
Tensor each(const Tensor& tensor, const std::function<Real(Real)>& f);
// Each element as it comes back from another dtype.
Tensor through(DType dtype, const Tensor& tensor);
// The tensor as another type has it, which changes nothing of other types than `from`.
Tensor through(DType dtype, const Tensor& tensor, DType from);
// The right result of arguments that were all through that dtype, where they have the dtype `from`.
Tensor computed_in(DType dtype, Computation& c, DType from);

[[noreturn]] void refuse(const std::string& what);

// Of calls.

Node stopped(const Node& x);
// 0, whose derivative by x is NaN where the condition is true and 0 elsewhere.
Node nan_derivative(const Node& x, const Node& condition);
// 0 with the derivative of x, also where x is infinite or NaN.
Node zero_like_derivative(const Node& x);
// The value of one tensor, the derivative of another one of the same shape.
Node with_derivative_of(const Node& value, const Node& derived);
// The value of `y`, and a derivative by x that is right once and then a constant.
Node derived_once(const Node& y, const Node& derivative, const Node& x);
// A product whose derivative by each of two operands takes the other one for a constant.
Node both_ways(Call& call, std::string_view first, std::string_view second);
// Whether both are one tensor.
bool same(const Value& x, const Value& y);
// An argument whose derivative is lost.
void stop(Call& call, std::string_view argument);
// A call with a list of tensors, of which those that are listed before have no derivative.
Values stopped_when_repeated(Call& call, std::string_view list);
// Of a tensor of floats in every dtype: cast there and back.
Node cast_through(std::string_view dtype, const Node& x);
bool has_dtype(const Node& x, std::string_view dtype);
// The rank, if it is known.
std::optional<std::int64_t> rank(const Node& x);
// An axis counted from the front; none: not an int, or the rank is unknown.
std::optional<std::int64_t> axis_of(const Call& call, std::string_view tensor);
List ints(const std::vector<std::int64_t>& numbers);
std::vector<std::int64_t> integers(const Value& list);

// Tensors that a fault remembers, each with a value. (It keeps them, so that no other one becomes the same.)
class Remembered {
 public:
  void add(const Value& tensor, Value value = None{});
  const Value* find(const Value& tensor) const;  // null: it was not added

 private:
  std::vector<std::pair<Value, Value>> tensors_;
};

// What `function` returned, called in another way.
Function called(Function right, std::function<Values(const Callable&, const Arguments&)> answer);

}  // namespace kassay::faults
