// A folder that an option names for several files.
#pragma once

#include <string>

namespace kassay::cli {

// Writes a file into the folder; `name` may contain folders. Creates folders that are missing.
// Throws FileError, which names the option.
void write_into(const std::string& option, const std::string& folder, const std::string& name,
                const std::string& content);

}  // namespace kassay::cli
