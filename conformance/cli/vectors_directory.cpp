#include <cstdlib>
#include <filesystem>

#include "conformance/cli/commands.h"
#include "conformance/runner/backend_argument.h"

namespace kassay::cli {

std::string default_vectors_directory() {
  const char* given = std::getenv("KASSAY_VECTORS");
  if (given != nullptr && *given != '\0') return given;
  return (std::filesystem::path(program_directory()).parent_path() / "vectors").string();
}

}  // namespace kassay::cli
