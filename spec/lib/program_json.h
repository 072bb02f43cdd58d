// Programs as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "spec/lib/json_node.h"
#include "spec/lib/program.h"

namespace kassay {

// A program inside a larger document. With `inputs`, every name in use must be one of them or an earlier result.
Program parse_program(const JsonNode& node, const Inputs* inputs);

// Throws FileError naming `file` and the place (a JSON pointer) of anything malformed.
Program parse_program(const nlohmann::json& json, const std::string& file);
nlohmann::json to_json(const Program& program);

}  // namespace kassay
