#include "reports/text.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace kassay::reports {
namespace {

constexpr char32_t kInvalid = 0xFFFFFFFF;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

struct Decoded {
  char32_t code_point;
  std::size_t bytes;
};

// The first character of `text`; one byte and kInvalid where it is no shortest-form UTF-8 scalar.
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

// Characters that a reader would not see, or that change how their neighbours are seen.
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

std::string printable(std::string_view text, std::size_t longest) {
  std::string result;
  result.reserve(std::min(text.size(), longest));
  for (std::size_t i = 0; i < text.size();) {
    if (i >= longest) {
      result += "\n[… " + count_of(static_cast<long long>(text.size() - i), "byte") +
                " more in the results file]";
      break;
    }
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

std::string escape_markup(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string escape_script_data(std::string_view json) {
  std::string result;
  result.reserve(json.size() + json.size() / 16);
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string_view three = json.substr(i, 3);
    if (json[i] == '<') {
      result += "\\u003c";
    } else if (json[i] == '>') {
      result += "\\u003e";
    } else if (json[i] == '&') {
      result += "\\u0026";
    } else if (three == "\xE2\x80\xA8" || three == "\xE2\x80\xA9") {
      result += json[i + 2] == '\xA8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      result += json[i];
    }
  }
  return result;
}

double three_digits(double value) {
  if (!std::isfinite(value)) return value;
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.3g", value);
  return std::strtod(buffer, nullptr);
}

std::string grouped_digits(long long count) {
  std::string digits = std::to_string(count);
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  for (std::size_t i = digits.size(); i > first + 3;) digits.insert(i -= 3, ",");
  return digits;
}

std::string count_of(long long count, std::string_view noun) {
  return grouped_digits(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace kassay::reports
