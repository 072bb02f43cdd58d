// Shared by all files of a vectors directory.
#pragma once

#include <string>
#include <string_view>

#include "spec/lib/json_node.h"

namespace kassay {

inline constexpr int kFormat = 1;
inline constexpr char kManifestName[] = "manifest.json";
inline constexpr char kFullSuffix[] = ".full";  // of the files with the cases that tier full adds
inline constexpr char kGenerate[] = "Generate the vectors with `./run vectors`.";
inline constexpr char kGenerateAgain[] = "Generate the vectors again with `./run vectors`.";
inline constexpr char kGenerateFull[] = "Generate the vectors with `./run vectors --tier full`.";

std::string vector_path(const std::string& directory, const std::string& name);

// Throws FileError that names both hashes.
void check_hash(const std::string& path, std::string_view bytes, const std::string& expected,
                const char* remedy);

// Throws FileError unless the document's `format` is kFormat.
void check_format(const JsonNode& root);

// A version of the specification. Throws FileError for other text.
std::string read_version(const JsonNode& node);

}  // namespace kassay
