#include "conformance/rules/origin.h"

#include <algorithm>
#include <vector>

namespace kassay::rules {
namespace {

const Call* maker_of(const Program& program, const std::string& name) {
  for (const Call& call : program.calls) {
    for (const Pattern& pattern : call.let) {
      if (pattern.name() != nullptr && *pattern.name() == name) return &call;
    }
  }
  return nullptr;
}

const ArgumentList* list_at(const Call& call, std::size_t place) {
  return call.args.size() > place ? std::get_if<ArgumentList>(&call.args[place]) : nullptr;
}

// The input that a compiled function feeds to a placeholder, or null.
const std::string* fed_to(const Program& program, const std::string& placeholder) {
  for (const Call& call : program.calls) {
    if (!call.calls_result) continue;
    const Call* compiled = maker_of(program, call.function);
    const ArgumentList* given = list_at(call, 0);
    if (compiled == nullptr || compiled->function != "function" || given == nullptr) continue;
    const ArgumentList* placeholders = list_at(*compiled, 0);
    if (placeholders == nullptr) continue;
    for (std::size_t i = 0; i < std::min(given->size(), placeholders->size()); ++i) {
      const auto* reference = std::get_if<Reference>(&(*placeholders)[i]);
      const auto* input = std::get_if<RawInput>(&(*given)[i]);
      if (reference != nullptr && reference->name == placeholder && input != nullptr)
        return &input->name;
    }
  }
  return nullptr;
}

// The integers of a plain list; nothing for other arguments.
std::optional<std::vector<std::int64_t>> integers_at(const Call& call, std::size_t place) {
  const auto* value = call.args.size() > place ? std::get_if<Value>(&call.args[place]) : nullptr;
  const List* list = value != nullptr ? value->get_if<List>() : nullptr;
  if (list == nullptr) return std::nullopt;
  std::vector<std::int64_t> integers;
  for (const Value& each : *list) {
    const auto* integer = each.get_if<std::int64_t>();
    if (integer == nullptr || *integer < 0) return std::nullopt;
    integers.push_back(*integer);
  }
  return integers;
}

// Whether the parts along the first axis are equal.
bool is_repeated(const Tensor& tensor) {
  if (tensor.rank() == 0 || tensor.shape().front() == 0) return false;
  const std::size_t part = tensor.byte_size() / static_cast<std::size_t>(tensor.shape().front());
  const auto bytes = tensor.bytes();
  return std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(part), bytes.end(), bytes.begin());
}

// Updates shape and repetitions for a call that only moves elements; false for other calls.
bool move(const Call& call, const Tensor& array, Origin& origin) {
  if (!call.kwargs.empty()) return false;
  if (call.function == "reverse" || call.function == "identity") return true;
  if (call.function == "max") {  // of equal parts
    const auto* axis = call.args.size() == 2 ? std::get_if<Value>(&call.args[1]) : nullptr;
    const auto* integer = axis != nullptr ? axis->get_if<std::int64_t>() : nullptr;
    if (integer == nullptr || *integer != 0 || origin.shape != array.shape() || !is_repeated(array))
      return false;
    origin.shape.erase(origin.shape.begin());
    origin.repeats = true;
    return true;
  }
  const auto integers = integers_at(call, call.function == "slice" ? 2 : 1);
  if (!integers || integers->size() != origin.shape.size()) return false;
  if (call.function == "slice") {
    origin.shape = *integers;
    origin.repeats = true;
    return true;
  }
  if (call.function != "permute_dimensions") return false;
  Shape shape;
  for (const std::int64_t axis : *integers) {
    if (axis >= static_cast<std::int64_t>(origin.shape.size())) return false;
    shape.push_back(origin.shape[static_cast<std::size_t>(axis)]);
  }
  origin.shape = std::move(shape);
  return true;
}

// The input that the call turns into a tensor, or null.
const std::string* input_of(const Program& program, const Call& call, const std::string& result) {
  if (call.function == "placeholder") return fed_to(program, result);
  if (call.calls_result || call.args.empty() ||
      (call.function != "constant" && call.function != "variable"))
    return nullptr;
  const auto* input = std::get_if<RawInput>(&call.args.front());
  return input != nullptr ? &input->name : nullptr;
}

}  // namespace

std::optional<Origin> origin_of(const Case& test_case, const std::string& name) {
  const Program& program = test_case.program;
  const Call* call = maker_of(program, name);
  if (call == nullptr) return std::nullopt;
  Origin origin{call->calls_result ? "a function" : call->function, "", {}};
  std::vector<const Call*> moves;  // the last one first
  std::string at = name;
  while (!test_case.inputs.contains(at)) {
    if (call == nullptr || moves.size() > program.calls.size()) return origin;
    if (const std::string* input = input_of(program, *call, at)) {
      at = *input;
      break;
    }
    const auto* earlier =
        call->args.empty() ? nullptr : std::get_if<Reference>(&call->args.front());
    if (call->calls_result || earlier == nullptr) return origin;
    moves.push_back(call);
    at = earlier->name;
    call = maker_of(program, at);
  }
  const auto array = test_case.inputs.find(at);
  if (array == test_case.inputs.end()) return origin;
  Origin found{origin.maker, at, array->second.shape()};
  for (auto each = moves.rbegin(); each != moves.rend(); ++each) {
    if (!move(**each, array->second, found)) return origin;
  }
  return found;
}

}  // namespace kassay::rules
