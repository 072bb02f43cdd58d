// A fault's view of a backend: one call, and the rest of the API to answer it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/graph/interpreter.h"

namespace kassay::faults {

using Values = std::vector<Value>;

class Api;

// A value of the API under construction, with operators.
struct Node : Value {
  Node(Api& in, Value value) : Value(std::move(value)), api(&in) {}
  Api* api;
};

// The right backend, function by function. Calls throw what it throws.
class Api {
 public:
  explicit Api(reference::Interpreter& right) : right_(right) {}

  Values call(std::string_view function, const Arguments& arguments);
  // The single result of a call with positional arguments.
  Node operator()(std::string_view function, std::vector<Value> arguments);

  std::string dtype(const Value& tensor);
  bool is_floating(const Value& tensor);  // false for other values
  // The sizes of a tensor, -1 for an unknown one; none: the rank is unknown.
  std::optional<Shape> shape(const Value& tensor);

 private:
  reference::Interpreter& right_;
};

Node operator+(const Node& x, const Value& y);
Node operator-(const Node& x, const Value& y);
Node operator*(const Node& x, const Value& y);
Node operator/(const Node& x, const Value& y);
Node operator-(const Node& x);

// A call of the program, with its arguments by name and defaults filled in.
struct Call {
  Api& api;
  std::string function;
  std::map<std::string, Value, std::less<>> arguments;

  const Value& value(std::string_view name) const { return arguments.find(name)->second; }
  Node operator()(std::string_view name) const { return {api, value(name)}; }
  std::int64_t integer(std::string_view name) const { return std::get<std::int64_t>(value(name)); }
  bool is(std::string_view name, std::string_view text) const;  // a string argument
  void set(std::string_view name, Value to) { arguments.find(name)->second = std::move(to); }
  // The right backend's answer to the call as it is now.
  Values right() const;
  Node node() const;  // if that is one value
};

// The evaluation of a function: its tensors are arrays. Operations that are not in the API come here,
// too (gradients consist of them).
struct Computation {
  const reference::Kernel& kernel;
  reference::BoundCall call;

  // The argument of that name. Precondition: the function has it.
  Value& argument(std::string_view name);
  Tensor& tensor(std::string_view name) { return std::get<Tensor>(argument(name)); }
  Values right() const { return kernel.compute(call); }
  Tensor result() const { return std::get<Tensor>(right().front()); }  // if that is one tensor
};

}  // namespace kassay::faults
