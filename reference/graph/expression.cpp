#include "reference/graph/expression.h"

#include "reference/graph/constant.h"
#include "reference/graph/kernel.h"
#include "reference/graph/session.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

Value number(double value) { return value; }

DType first_dtype(const BoundCall& call) {
  std::optional<DType> dtype;
  for (const Value& value : call.values) {
    for_each_symbol(value, [&](const Symbol& symbol) {
      if (!dtype) dtype = symbol->type().dtype;
    });
  }
  return dtype.value_or(call.settings->floatx);
}

}  // namespace

Value list_of(const std::vector<std::int64_t>& numbers) {
  List list;
  for (const std::int64_t each : numbers) list.emplace_back(each);
  return list;
}

Expression::Expression(Session& session, Value tensor)
    : session_(&session), value_(std::move(tensor)) {
  const Symbol symbol = symbol_of(value_);
  if (!symbol->type().is_complete()) throw NotStatic{"there is " + symbol->describe()};
}

Expression apply(const Expression& in, std::string_view function, std::vector<Value> arguments) {
  return {in.session(), in.session().apply(function, std::move(arguments)).front()};
}

Expression to_expression(const Value& value, const std::string& argument, const BoundCall& call) {
  return {*call.session, as_tensor(value, argument, first_dtype(call))};
}

Expression operator+(const Expression& x, const Expression& y) {
  return apply("operator.add", x, y);
}
Expression operator-(const Expression& x, const Expression& y) {
  return apply("operator.sub", x, y);
}
Expression operator*(const Expression& x, const Expression& y) {
  return apply("operator.mul", x, y);
}
Expression operator/(const Expression& x, const Expression& y) {
  return apply("operator.truediv", x, y);
}
Expression operator-(const Expression& x) { return apply("operator.neg", x); }
Expression operator+(const Expression& x, double y) { return apply("operator.add", x, y); }
Expression operator-(const Expression& x, double y) { return apply("operator.sub", x, y); }
Expression operator*(const Expression& x, double y) { return apply("operator.mul", x, y); }
Expression operator/(const Expression& x, double y) { return apply("operator.truediv", x, y); }
Expression operator+(double x, const Expression& y) { return y + x; }
Expression operator-(double x, const Expression& y) {
  return apply(y, "operator.sub", {number(x), y.value()});
}
Expression operator*(double x, const Expression& y) { return y * x; }
Expression operator/(double x, const Expression& y) {
  return apply(y, "operator.truediv", {number(x), y.value()});
}

Expression sum_to(const Expression& x, const Shape& shape) {
  return x.shape() == shape ? x : apply("internal.sum_to", x, list_of(shape));
}
Expression broadcast_to(const Expression& x, const Shape& shape) {
  return x.shape() == shape ? x : apply("internal.broadcast_to", x, list_of(shape));
}
Expression reshape(const Expression& x, const Shape& shape) {
  return x.shape() == shape ? x : apply("reshape", x, list_of(shape));
}
Expression sum(const Expression& x, const std::vector<std::int64_t>& axes, bool keepdims) {
  return apply("sum", x, list_of(axes), keepdims);
}
Expression select(const Expression& condition, const Expression& chosen,
                  const Expression& otherwise) {
  return apply("internal.select", condition, chosen, otherwise);
}
Expression constant(const Expression& like, const Array& array) {
  return {like.session(), Handle(std::make_shared<Constant>(round_to(like.dtype(), array)))};
}
Expression filled(const Expression& like, const Shape& shape, double value) {
  return constant(like, Array(shape, value));
}
Expression filled_like(const Expression& x, double value) { return filled(x, x.shape(), value); }
Expression cast_to(const Expression& x, DType dtype) {
  return x.dtype() == dtype ? x : apply("cast", x, std::string(dtype_name(dtype)));
}

}  // namespace kassay::reference
