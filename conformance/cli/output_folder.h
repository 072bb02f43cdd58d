// A folder that an option names, as the place of several files.
#pragma once

#include <string>

namespace kassay::cli {

// Writes a file into the folder; `name` may have folders in it, and what is missing is made. Throws
// FileError, which names the option.
void write_into(const std::string& option, const std::string& folder, const std::string& name,
                const std::string& content);

}  // namespace kassay::cli
