// JSON text: reading checks everything, writing never fails.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace kassay {

// Deeper nesting is refused, so that code may walk a document recursively.
inline constexpr std::size_t kMaxJsonDepth = 100;

inline constexpr std::size_t kAnyNumberOfValues = static_cast<std::size_t>(-1);

// Throws FileError if the text is not JSON, repeats a key, nests too deeply, has more than
// `most_values` values (each takes many times the memory of its text), or holds a number that does
// not fit an int64 or a double. `place` goes before the place in the text ("line 3"), if given.
nlohmann::json parse_json(std::string_view text, const std::string& file, const std::string& remedy,
                          const std::string& place = "",
                          std::size_t most_values = kAnyNumberOfValues);

// On one line; with an indent, on several. Bytes that are not UTF-8 become U+FFFD.
std::string dump_json(const nlohmann::json& json, int indent = -1);

}  // namespace kassay
