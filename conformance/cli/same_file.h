// Whether two names refer to one file.
#pragma once

#include <string>

namespace kassay::cli {

// Also works for files that do not exist yet.
bool same_file(const std::string& a, const std::string& b);

}  // namespace kassay::cli
