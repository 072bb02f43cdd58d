// The values of programs and vectors: null, bools, ints, floats (also {"float": "inf"}), strings
// and lists. Tensors are stored outside the JSON, never in it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "spec/lib/value.h"

namespace kassay {

class JsonNode;

Value value_from_json(const JsonNode& node);
// For JSON that does not come from a JsonNode. Throws FileError naming `file`.
Value value_from_json(const nlohmann::json& json, const std::string& file);

// Precondition: it holds no tensor (std::invalid_argument).
nlohmann::json to_json(const Value& value);

// The shortest decimal text that reads back as the same double: "0.1", "1e-07", "3", "nan", "-inf".
std::string shortest_text(double number);

}  // namespace kassay
