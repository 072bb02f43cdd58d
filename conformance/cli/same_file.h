// Whether two names are of one file.
#pragma once

#include <string>

namespace kassay::cli {

// Also of files that are not there yet.
bool same_file(const std::string& a, const std::string& b);

}  // namespace kassay::cli
