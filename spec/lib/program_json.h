// Reads a program inside a larger document.
#pragma once

#include "spec/lib/json_node.h"
#include "spec/lib/program.h"

namespace kassay {

// With `inputs`, every name in use must be one of them or an earlier result.
Program parse_program(const JsonNode& node, const Inputs* inputs);

}  // namespace kassay
