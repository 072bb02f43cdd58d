// Programs of chains in files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace kassay::optimized::cuda {

// FNV-1a, in hexadecimal digits.
std::string hash_of(std::string_view bytes);
// Writes the source to a file in the folder, named after its hash, unless the file exists.
void write_source(const std::string& source, const std::filesystem::path& folder);

}  // namespace kassay::optimized::cuda
