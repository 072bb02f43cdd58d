#include "conformance/runner/text.h"

#include <algorithm>

namespace kassay::runner {
namespace {

bool is_continuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

// The length of the well-formed UTF-8 sequence at the start of `bytes`, or 0.
std::size_t sequence_length(std::string_view bytes) {
  auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  unsigned char first = at(0);
  std::size_t length = first < 0x80   ? 1
                       : first < 0xC2 ? 0
                       : first < 0xE0 ? 2
                       : first < 0xF0 ? 3
                       : first < 0xF5 ? 4
                                      : 0;
  if (length > bytes.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(at(i))) return 0;
  }
  // Overlong forms, surrogates and what lies beyond U+10FFFF.
  if (first == 0xE0 && at(1) < 0xA0) return 0;
  if (first == 0xED && at(1) > 0x9F) return 0;
  if (first == 0xF0 && at(1) < 0x90) return 0;
  if (first == 0xF4 && at(1) > 0x8F) return 0;
  return length;
}

}  // namespace

std::string printable(std::string_view bytes) {
  std::string result;
  result.reserve(bytes.size());
  while (!bytes.empty()) {
    std::size_t length = sequence_length(bytes);
    unsigned char first = static_cast<unsigned char>(bytes[0]);
    bool control = length == 1 && (first < 0x20 || first == 0x7F) && first != '\n' && first != '\t';
    // U+0080 to U+009F are control characters too; terminals obey some of them.
    control =
        control || (length == 2 && first == 0xC2 && static_cast<unsigned char>(bytes[1]) < 0xA0);
    if (length == 0 || control) {
      result += '?';
    } else {
      result += bytes.substr(0, length);
    }
    bytes.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

std::string excerpt(std::string_view bytes, std::size_t characters) {
  bool cut = bytes.size() > characters;
  std::string result = printable(bytes.substr(0, characters));
  std::replace(result.begin(), result.end(), '\n', ' ');
  return cut ? result + "..." : result;
}

std::string last_lines(std::string_view text, int lines, std::size_t bytes) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  std::size_t begin = text.size();
  for (int i = 0; i < lines && begin != std::string_view::npos && begin > 0; ++i) {
    begin = text.rfind('\n', begin - 1);
  }
  if (begin == std::string_view::npos) {
    begin = 0;
  } else if (begin < text.size() && text[begin] == '\n') {
    ++begin;
  }
  text.remove_prefix(begin);
  if (text.size() > bytes) text.remove_prefix(text.size() - bytes);
  return printable(text);
}

}  // namespace kassay::runner
