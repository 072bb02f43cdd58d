// A file that an option names for one output; "-" is standard output.
#pragma once

#include <string>

namespace kassay::cli {

bool is_standard_output(const std::string& file);

// Throws FileError. Says on standard error which file was written.
void write_output(const std::string& file, const std::string& content);

// Whether the file has this content. If not, prints the first line that differs on standard error.
// Throws FileError.
bool is_current(const std::string& file, const std::string& content);

}  // namespace kassay::cli
