// Reads the vectors' description of a random output.
#pragma once

#include "spec/lib/json_node.h"
#include "spec/lib/safetensors.h"
#include "spec/lib/sample.h"

namespace kassay {

// Throws FileError if a parameter is out of its range, or the shape lacks an axis.
ExpectedSample read_sample(const JsonNode& node, const TensorFile& tensors);

// "normal", ...: the name that vectors use.
std::string distribution_name(const Distribution& distribution);

}  // namespace kassay
