// An explanation as text, for people.
#pragma once

#include <string>

#include "conformance/compare/explanation.h"

namespace kassay::compare {

std::string to_text(const Explanation& explanation);

}  // namespace kassay::compare
