// An explanation as text, for people.
#pragma once

#include <string>

#include "conformance/explain/explanation.h"

namespace kassay::explain {

std::string to_text(const Explanation& explanation);

}  // namespace kassay::explain
