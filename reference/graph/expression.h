// A tensor of a graph under construction, with operators. Gradients are written in these.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "reference/graph/symbol.h"

namespace kassay::reference {

class Session;
struct BoundCall;

// All dimensions must be known (otherwise NotStatic): gradients are created only then.
class Expression {
 public:
  Expression(Session& session, Value tensor);

  const Value& value() const { return value_; }
  Session& session() const { return *session_; }
  const Shape& shape() const { return *symbol_of(value_)->type().shape; }
  std::int64_t rank() const { return static_cast<std::int64_t>(shape().size()); }
  DType dtype() const { return symbol_of(value_)->type().dtype; }

 private:
  Session* session_;
  Value value_;  // a Handle of a SymbolicTensor
};

// The numbers as an argument of a call.
Value list_of(const std::vector<std::int64_t>& numbers);

// Applies a function of the API to arguments in the order of the signature in the edition ko; omitted ones have their defaults. For
// functions with one result.
Expression apply(const Expression& in, std::string_view function, std::vector<Value> arguments);

inline const Value& as_argument(const Expression& x) { return x.value(); }
inline const Value& as_argument(const Value& value) { return value; }

template <class... Arguments>
Expression apply(std::string_view function, const Expression& x, const Arguments&... more) {
  return apply(x, function, {x.value(), as_argument(more)...});
}

// With broadcasting; a number takes the dtype of the tensor.
Expression operator+(const Expression& x, const Expression& y);
Expression operator-(const Expression& x, const Expression& y);
Expression operator*(const Expression& x, const Expression& y);
Expression operator/(const Expression& x, const Expression& y);
Expression operator-(const Expression& x);
Expression operator+(const Expression& x, double y);
Expression operator-(const Expression& x, double y);
Expression operator*(const Expression& x, double y);
Expression operator/(const Expression& x, double y);
Expression operator+(double x, const Expression& y);
Expression operator-(double x, const Expression& y);
Expression operator*(double x, const Expression& y);
Expression operator/(double x, const Expression& y);

// Sums the elements that broadcasting from `shape` stretched: the reverse of broadcast_to.
Expression sum_to(const Expression& x, const Shape& shape);
Expression broadcast_to(const Expression& x, const Shape& shape);
Expression reshape(const Expression& x, const Shape& shape);
// Sum along the (normalised) axes.
Expression sum(const Expression& x, const std::vector<std::int64_t>& axes, bool keepdims);
// chosen[i] where condition[i] is true, otherwise[i] elsewhere; all three broadcast. Elements that
// are not chosen do not matter, even if they are NaN.
Expression select(const Expression& condition, const Expression& chosen,
                  const Expression& otherwise);
// A constant with the dtype of `like`, and one that also has its shape; all elements are `value`.
Expression filled(const Expression& like, const Shape& shape, double value);
Expression filled_like(const Expression& x, double value);
Expression constant(const Expression& like, const Array& array);
Expression cast_to(const Expression& x, DType dtype);

template <class T>
inline constexpr bool is_expression = false;
template <>
inline constexpr bool is_expression<Expression> = true;
template <>
inline constexpr bool is_expression<std::optional<Expression>> = true;

// An argument of a call: a tensor, or an array or a number as a constant. A number takes the dtype
// of the first tensor of the call. Throws ApiError (type).
Expression to_expression(const Value& value, const std::string& argument, const BoundCall& call);

template <class T>
T unpack_expression(const Value& value, const std::string& argument, const BoundCall& call) {
  if constexpr (std::is_same_v<T, Expression>) {
    return to_expression(value, argument, call);
  } else {
    static_assert(std::is_same_v<T, std::optional<Expression>>);
    if (value.is_none()) return std::nullopt;
    return to_expression(value, argument, call);
  }
}

// A gradient for each tensor among the arguments of a call, or fewer: none means no gradient.
using Gradients = std::vector<std::optional<Expression>>;

}  // namespace kassay::reference
