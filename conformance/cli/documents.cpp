#include "conformance/cli/documents.h"

#include <filesystem>

#include "conformance/runner/backend_argument.h"

namespace kassay::cli {

std::string where_documents_are() {
  const std::filesystem::path documents =
      std::filesystem::path(runner::program_directory()).parent_path() / "share/doc/kassay";
  std::error_code none;
  if (!std::filesystem::exists(documents / "docs/running.md", none)) return "";
  return "\n\nDocuments, such as docs/running.md, which messages name:\n  " + documents.string();
}

}  // namespace kassay::cli
