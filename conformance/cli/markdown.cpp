#include "conformance/cli/markdown.h"

#include <cctype>
#include <string_view>

#include "spec/lib/text.h"

namespace kassay::cli {

std::string markdown(const std::string& text) {
  constexpr std::string_view kSpecial = "\\*<>$[]~";
  std::string result;
  bool in_code = false;
  for (const char c : text) {
    if (c == '`') in_code = !in_code;
    const bool escaped = c == '|' || (!in_code && kSpecial.find(c) != std::string_view::npos);
    if (escaped) result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::string code(const std::string& text) {
  std::string result = "`";
  for (const char c : text) result += c == '|' ? std::string("\\|") : std::string(1, c);
  return result + "`";
}

std::string anchor(const std::string& heading) {
  std::string result;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '_' || c == '-') {
      result += static_cast<char>(std::tolower(byte));
    } else if (c == ' ') {
      result += '-';
    }
  }
  return result;
}

std::string link(const std::string& text, const std::string& heading, const std::string& page) {
  return "[" + text + "](" + page + "#" + anchor(heading) + ")";
}

std::string table_row(const std::vector<std::string>& cells) {
  return "| " + joined(cells, " | ") + " |\n";
}

std::string table_head(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (std::size_t i = 0; i < cells.size(); ++i) line += "---|";
  return table_row(cells) + line + "\n";
}

}  // namespace kassay::cli
