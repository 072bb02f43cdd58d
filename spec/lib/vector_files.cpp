#include "spec/lib/vector_files.h"

#include "spec/lib/case_changes.h"
#include "spec/lib/error.h"
#include "spec/lib/sha256.h"

namespace kassay {

std::string vector_path(const std::string& directory, const std::string& name) {
  return directory.ends_with('/') ? directory + name : directory + "/" + name;
}

void check_hash(const std::string& path, std::string_view bytes, const std::string& expected,
                const char* remedy) {
  const std::string actual = sha256(bytes);
  if (actual == expected) return;
  throw FileError(path, "",
                  "the file was altered or truncated: its SHA-256 is " + actual +
                      ", and the manifest says " + expected,
                  remedy);
}

void check_format(const JsonNode& root) {
  const JsonNode format = root.at("format");
  if (format.integer() != kFormat) {
    format.fail("format " + std::to_string(format.integer()) + " is not the one read here, " +
                std::to_string(kFormat));
  }
}

std::string read_version(const JsonNode& node) {
  std::string version = node.text();
  if (!is_version(version)) node.fail("\"" + version + "\" is not a version, such as 1.2.3");
  return version;
}

}  // namespace kassay
