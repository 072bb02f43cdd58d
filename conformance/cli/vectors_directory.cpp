#include "conformance/cli/vectors_directory.h"

#include <cstdlib>
#include <filesystem>

#include "conformance/runner/backend_argument.h"

namespace kassay::cli {

std::string default_vectors_directory() {
  const char* given = std::getenv("KASSAY_VECTORS");
  if (given != nullptr && *given != '\0') return given;
  const std::filesystem::path above =
      std::filesystem::path(runner::program_directory()).parent_path();
  const std::filesystem::path installed = above / "share/kassay/vectors";
  std::error_code none;
  return (std::filesystem::exists(installed, none) ? installed : above / "vectors").string();
}

}  // namespace kassay::cli
