// One case of a function's vectors.
#pragma once

#include <string>

#include "spec/lib/json_node.h"
#include "spec/lib/safetensors.h"
#include "spec/lib/vectors.h"

namespace kassay {

// `tensors` holds the tensors that the case names.
Case read_case(const JsonNode& node, const std::string& function, const TensorFile& tensors);

}  // namespace kassay
