// An explanation as JSON, for programs: one object on one line.
#pragma once

#include <string>

#include "conformance/compare/explanation.h"

namespace kassay::compare {

std::string to_json_text(const Explanation& explanation);

}  // namespace kassay::compare
