// An explanation as JSON, for programs: one object on one line.
#pragma once

#include <string>

#include "conformance/explain/explanation.h"

namespace kassay::explain {

std::string to_json_text(const Explanation& explanation);

}  // namespace kassay::explain
