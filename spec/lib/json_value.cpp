#include "spec/lib/json_value.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "spec/lib/json_node.h"

namespace kassay {
namespace {

using Json = nlohmann::json;

double named_float(const JsonNode& object) {
  object.allow_only({"float"});
  const JsonNode name = object.at("float");
  if (!name.is_string()) name.fail("expected \"inf\", \"-inf\" or \"nan\"");
  return name.limitless_number();
}

struct ToJson {
  Json operator()(None) const { return nullptr; }
  Json operator()(bool value) const { return value; }
  Json operator()(std::int64_t value) const { return value; }
  Json operator()(double value) const {
    if (std::isfinite(value)) return value;
    return Json::object({{"float", shortest_text(value)}});
  }
  Json operator()(const std::string& value) const { return value; }
  Json operator()(const Tensor&) const {
    throw std::invalid_argument("a tensor has no JSON form: it is stored outside the JSON");
  }
  Json operator()(const List& list) const {
    Json result = Json::array();
    for (const Value& element : list) result.push_back(to_json(element));
    return result;
  }
  template <class Other>
  Json operator()(const Other&) const {
    throw std::invalid_argument("a value that only the backend understands has no JSON form");
  }
};

}  // namespace

Value value_from_json(const JsonNode& node) {
  const Json& json = node.json();
  if (json.is_null()) return None{};
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return node.integer();
  if (json.is_number_float()) return json.get<double>();
  if (json.is_string()) return node.text();
  if (json.is_object()) return named_float(node);
  List list;
  for (const JsonNode& element : node.elements()) list.push_back(value_from_json(element));
  return list;
}

Value value_from_json(const Json& json, const std::string& file) {
  const JsonSource source{file, "", "\"Programs\" in spec/vectors.md describes the format."};
  return value_from_json(JsonNode(json, source));
}

Json to_json(const Value& value) { return std::visit(ToJson{}, value); }

std::string shortest_text(double number) {
  if (std::isnan(number)) return "nan";  // to_chars would show the sign, which means nothing
  char text[32];
  const auto end = std::to_chars(text, text + sizeof(text), number).ptr;
  return {text, end};
}

}  // namespace kassay
