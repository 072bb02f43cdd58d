// The version of kassay.
#pragma once

#include <string>

namespace kassay {

std::string version();  // "1.2.3"

}  // namespace kassay
