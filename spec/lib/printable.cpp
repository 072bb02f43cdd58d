#include "spec/lib/printable.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>

namespace kassay {
namespace {

constexpr char32_t kInvalid = 0xFFFFFFFF;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

struct Decoded {
  char32_t code_point;
  std::size_t bytes;
};

// The first character of `text`; one byte and kInvalid if it is not a shortest-form UTF-8 scalar.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {kInvalid, 1};
  char32_t code_point = lead & (0x7F >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {kInvalid, 1};
    code_point = code_point << 6 | (byte(i) & 0x3F);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (code_point < kSmallest[length] || surrogate || code_point > 0x10FFFF) return {kInvalid, 1};
  return {code_point, length};
}

// Characters that a reader would not see, or that change how their neighbours look.
bool is_hidden(char32_t c) {
  if (c < 0x20) return c != '\n' && c != '\t';
  if (c >= 0x7F && c <= 0x9F) return true;                     // DEL and C1 controls
  if (c == 0x061C || c == 0x200E || c == 0x200F) return true;  // Arabic, left and right marks
  if (c >= 0x202A && c <= 0x202E) return true;                 // bidirectional embeddings
  if (c >= 0x2066 && c <= 0x2069) return true;                 // bidirectional isolates
  if (c == 0x00AD || c == 0x200B || c == 0x2060 || c == 0xFEFF) return true;  // invisible
  if (c == 0x2028 || c == 0x2029) return true;  // separators: line ends to some readers
  if ((c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF)) return true;  // noncharacters
  return c >= 0xE0000 && c <= 0xE007F;                                      // tags
}

std::string visible(char32_t code_point) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, "\\u{%04X}", static_cast<unsigned>(code_point));
  return buffer;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const Decoded next = decode(text.substr(i));
    const bool line_end = text.substr(i, 2) == "\r\n";
    if (next.code_point == kInvalid) {
      result += kReplacement;
    } else if (!line_end && is_hidden(next.code_point)) {
      result += visible(next.code_point);
    } else if (!line_end) {
      result += text.substr(i, next.bytes);
    }
    i += next.bytes;
  }
  return result;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Decoded next = decode(text);
    if (next.code_point == kInvalid) return false;
    text.remove_prefix(next.bytes);
  }
  return true;
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

}  // namespace kassay
