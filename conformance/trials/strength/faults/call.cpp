#include "conformance/trials/strength/faults/call.h"

#include <algorithm>

#include "spec/lib/dtype.h"

namespace kassay::faults {
namespace {

Node binary(const char* name, const Node& x, const Value& y) { return (*x.api)(name, {x, y}); }

}  // namespace

Values Api::call(std::string_view function, const Arguments& arguments) {
  return right_.call(function, arguments);
}

Node Api::operator()(std::string_view function, std::vector<Value> arguments) {
  return {*this, call(function, {std::move(arguments), {}}).front()};
}

std::string Api::dtype(const Value& tensor) {
  return std::get<std::string>(static_cast<const Value&>((*this)("dtype", {tensor})));
}

bool Api::is_floating(const Value& tensor) {
  return tensor.get_if<Handle>() != nullptr && kassay::is_floating(*parse_dtype(dtype(tensor)));
}

std::optional<Shape> Api::shape(const Value& tensor) {
  const reference::Symbol symbol = reference::symbol_of(tensor);
  return symbol ? symbol->type().shape : std::nullopt;
}

Node operator+(const Node& x, const Value& y) { return binary("operator.add", x, y); }
Node operator-(const Node& x, const Value& y) { return binary("operator.sub", x, y); }
Node operator*(const Node& x, const Value& y) { return binary("operator.mul", x, y); }
Node operator/(const Node& x, const Value& y) { return binary("operator.truediv", x, y); }
Node operator-(const Node& x) { return (*x.api)("operator.neg", {x}); }

bool Call::is(std::string_view name, std::string_view text) const {
  const auto* given = value(name).get_if<std::string>();
  return given != nullptr && *given == text;
}

Values Call::right() const {
  Arguments by_name;
  for (const auto& [name, value] : arguments) by_name.keyword.emplace(name, value);
  return api.call(function, by_name);
}

Node Call::node() const { return {api, right().front()}; }

Value& Computation::argument(std::string_view name) {
  const std::vector<reference::Parameter>& parameters = call.signature->parameters;
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const reference::Parameter& p) { return p.name == name; });
  return call.values[static_cast<std::size_t>(found - parameters.begin())];
}

}  // namespace kassay::faults
