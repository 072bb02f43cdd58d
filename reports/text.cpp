#include "reports/text.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "spec/lib/printable.h"

namespace kassay::reports {

std::string printable(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return kassay::printable(text);
  const auto is_continuation = [&](std::size_t i) { return (text[i] & 0xC0) == 0x80; };
  while (longest < text.size() && is_continuation(longest)) ++longest;
  return kassay::printable(text.substr(0, longest)) + "\n[… " +
         count_of(static_cast<long long>(text.size() - longest), "byte") +
         " more in the results file]";
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

}  // namespace kassay::reports
