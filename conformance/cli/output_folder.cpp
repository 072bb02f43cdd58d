#include "conformance/cli/output_folder.h"

#include <filesystem>
#include <system_error>

#include "spec/lib/atomic_file.h"
#include "spec/lib/error.h"

namespace kassay::cli {

void write_into(const std::string& option, const std::string& folder, const std::string& name,
                const std::string& content) {
  const std::filesystem::path file = std::filesystem::path(folder) / name;
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error) {
    throw FileError(file.parent_path().string(), "", "cannot be created: " + error.message(),
                    "Give " + option + " a folder that you can write to.");
  }
  write_file(file.string(), content);
}

}  // namespace kassay::cli
