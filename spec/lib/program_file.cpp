#include "spec/lib/program_file.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "spec/lib/atomic_file.h"
#include "spec/lib/json_text.h"
#include "spec/lib/json_value.h"
#include "spec/lib/program_json.h"

namespace kassay {
namespace {

using Json = nlohmann::json;

constexpr char kProgramRemedy[] = "\"Programs\" in spec/vectors.md describes the format.";

long double integer_of(const JsonNode& node, long double lowest, long double highest) {
  const std::int64_t value = node.integer();
  if (value < lowest || value > highest) {
    node.fail(std::to_string(value) + " does not fit the dtype");
  }
  return value;
}

long double number_of(const JsonNode& node, DType dtype) {
  if (dtype == DType::kBool) return node.boolean() ? 1 : 0;
  if (is_integer(dtype)) {
    return with_type_of(dtype, [&](auto zero) {
      using Limits = std::numeric_limits<decltype(zero)>;
      return integer_of(node, static_cast<long double>(Limits::lowest()),
                        static_cast<long double>(Limits::max()));
    });
  }
  if (!node.is_object()) return node.number();
  return std::get<double>(value_from_json(node));
}

std::vector<JsonNode> elements_of(const JsonNode& node, std::int64_t length) {
  std::vector<JsonNode> elements = node.elements();
  if (static_cast<std::int64_t>(elements.size()) != length) {
    node.fail("the shape asks for " + std::to_string(length) + " elements here, and there are " +
              std::to_string(elements.size()));
  }
  return elements;
}

// Fills the elements in row-major order and checks the length at each level.
void fill(Tensor& tensor, const JsonNode& node, std::size_t dimension, std::int64_t& next) {
  if (dimension == tensor.shape().size()) {
    set_element(tensor, next++, number_of(node, tensor.dtype()));
    return;
  }
  for (const JsonNode& element : elements_of(node, tensor.shape()[dimension])) {
    fill(tensor, element, dimension + 1, next);
  }
}

// Takes the lengths of the first elements; `fill` finds any that differ.
Shape shape_of(JsonNode data) {
  Shape shape;
  while (data.is_array()) {
    const std::vector<JsonNode> elements = data.elements();
    shape.push_back(static_cast<std::int64_t>(elements.size()));
    if (elements.empty()) break;
    data = elements.front();
  }
  return shape;
}

// A shape with more elements than the text has must not allocate memory for them.
void check_lengths(const JsonNode& data, const Shape& shape) {
  JsonNode level = data;
  for (const std::int64_t dimension : shape) {
    const std::vector<JsonNode> elements = elements_of(level, dimension);
    if (elements.empty()) return;
    level = elements.front();
  }
}

Tensor tensor_of(const JsonNode& node) {
  node.allow_only({"dtype", "shape", "data"});
  const DType dtype = node.at("dtype").word(parse_dtype, "dtype of the API");
  const JsonNode data = node.at("data");
  Shape shape = shape_of(data);
  if (const auto given = node.find("shape")) {
    shape.clear();
    for (const JsonNode& dimension : given->elements()) shape.push_back(dimension.count());
    check_lengths(data, shape);
  }
  Tensor tensor(dtype, std::move(shape));
  std::int64_t next = 0;
  fill(tensor, data, 0, next);
  return tensor;
}

Json nested(const Tensor& tensor, std::size_t dimension, std::int64_t& next) {
  if (dimension == tensor.shape().size()) {
    const long double value = element(tensor, next++);
    if (tensor.dtype() == DType::kBool) return value != 0;
    if (is_integer(tensor.dtype())) return static_cast<std::int64_t>(value);
    return to_json(Value(static_cast<double>(value)));
  }
  Json result = Json::array();
  for (std::int64_t i = 0; i < tensor.shape()[dimension]; ++i) {
    result.push_back(nested(tensor, dimension + 1, next));
  }
  return result;
}

}  // namespace

ProgramFile read_program_file(const std::string& file) {
  const FileBytes bytes = read_file(file, "Check the path.");
  const Json json = parse_json(bytes.text(), file, kProgramRemedy);
  const JsonSource source{file, "", kProgramRemedy};
  const JsonNode root(json, source);
  ProgramFile result;
  if (const auto inputs = root.find("inputs")) {
    for (const auto& [name, input] : inputs->members())
      result.inputs.emplace(name, tensor_of(input));
  }
  result.program = parse_program(root, &result.inputs);
  return result;
}

Json input_to_json(const Tensor& tensor) {
  std::int64_t next = 0;
  Json data = nested(tensor, 0, next);
  return Json::object({{"dtype", dtype_name(tensor.dtype())},
                       {"shape", tensor.shape()},
                       {"data", std::move(data)}});
}

}  // namespace kassay
