#include "conformance/cli/same_file.h"

#include <filesystem>

namespace kassay::cli {

bool same_file(const std::string& a, const std::string& b) {
  std::error_code unknown;  // a file that does not exist yet is compared by its name
  if (std::filesystem::equivalent(a, b, unknown)) return true;
  return std::filesystem::absolute(a, unknown).lexically_normal() ==
         std::filesystem::absolute(b, unknown).lexically_normal();
}

}  // namespace kassay::cli
