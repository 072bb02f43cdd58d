#include "reports/markdown/escape.h"

#include "reports/text.h"

namespace kassay {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Whether a character may stand as it is between these two: '\0' is the end of the text.
bool is_plain(char before, char c, char after) {
  if (is_word(c) || static_cast<unsigned char>(c) >= 0x80) return true;
  switch (c) {
    case ' ':
    case ',':
    case '/':
    case ';':
      return true;
    case '_':  // emphasis begins and ends at the edge of a word only
    case '-':
      return is_word(before) && is_word(after);
    case '.':  // but for "www.", which becomes a link
      return before != 'w' && before != 'W' && is_word(before);
    default:
      return false;
  }
}

}  // namespace

std::string markdown_words(std::string_view text, std::size_t longest) {
  const std::string shown = printable(text, longest);
  std::string result;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const char c = shown[i] == '\n' || shown[i] == '\t' ? ' ' : shown[i];
    const char before = i == 0 ? '\0' : shown[i - 1];
    const char after = i + 1 == shown.size() ? '\0' : shown[i + 1];
    const bool within_character = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    if (result.size() >= longest && !within_character) return result + "…";
    if (is_plain(before, c, after)) {
      result += c;
    } else {
      result += "&#" + std::to_string(static_cast<int>(c)) + ";";
    }
  }
  return result;
}

std::string markdown_code(std::string_view text, std::size_t longest) {
  return "<code>" + markdown_words(text, longest) + "</code>";
}

std::string markdown_block(std::string_view text, std::size_t longest) {
  return "<pre>" + escape_markup(printable(text, longest)) + "</pre>\n";
}

}  // namespace kassay
