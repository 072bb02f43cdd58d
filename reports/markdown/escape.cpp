#include "reports/markdown/escape.h"

#include <algorithm>

#include "reports/text.h"

namespace kassay::reports {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool ends_with_www(std::string_view text) {
  const std::string_view last = text.substr(text.size() - std::min<std::size_t>(text.size(), 3));
  return last.size() == 3 && std::ranges::all_of(last, [](char c) { return c == 'w' || c == 'W'; });
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether the character at a place may stay unescaped.
bool is_plain(std::string_view text, std::size_t place) {
  const char c = text[place];
  const auto is_word_at = [&](std::size_t i) { return i < text.size() && is_word(text[i]); };
  if (is_word(c) || static_cast<unsigned char>(c) >= 0x80) return true;
  switch (c) {
    case ' ':
    case ',':
    case '/':
    case ';':
    case '=':
    case '(':
    case ')':
      return true;
    case '_':  // emphasis begins and ends only at the edge of a word
    case '-':
      return place > 0 && is_word_at(place - 1) && is_word_at(place + 1);
    case '.': {  // except after "1." at the start, which is a list, and "www.", which is a link
      const std::string_view before = text.substr(0, place);
      const bool list = std::ranges::all_of(before, is_digit);
      return !list && !ends_with_www(before);
    }
    default:
      return false;
  }
}

}  // namespace

std::string markdown_words(std::string_view text, std::size_t longest) {
  std::string shown = printable(text, longest);
  std::ranges::replace(shown, '\n', ' ');
  std::ranges::replace(shown, '\t', ' ');
  std::string result;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const bool within_character = (static_cast<unsigned char>(shown[i]) & 0xC0) == 0x80;
    if (result.size() >= longest && !within_character) return result + "…";
    if (is_plain(shown, i)) {
      result += shown[i];
    } else {
      result += "&#" + std::to_string(static_cast<int>(shown[i])) + ";";
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

}  // namespace kassay::reports
