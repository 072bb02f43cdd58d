// The sandbox of a backend, as the header of results has it (spec/schema/results.json).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "spec/lib/json_node.h"
#include "spec/lib/results.h"

namespace kassay {

nlohmann::ordered_json to_json(const SandboxRecord& sandbox);

// Throws FileError at the member that is wrong.
SandboxRecord read_sandbox(const JsonNode& node);

}  // namespace kassay
