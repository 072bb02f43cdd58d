#include "spec/lib/json_scan.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "spec/lib/json_text.h"

namespace kassay {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool ends_scalar(char c) { return c == ',' || c == '}' || c == ']' || is_blank(c); }

// A string without its quotes and escapes; nothing if it escapes anything but quotes and backslashes.
std::optional<std::string> unescaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t escape = std::min(text.find('\\', i), text.size());
    result += text.substr(i, escape - i);
    if (escape == text.size()) break;
    const char c = text[escape + 1];
    if (c != '"' && c != '\\') return std::nullopt;
    result += c;
    i = escape + 2;
  }
  return result;
}

}  // namespace

char JsonScan::first() {
  while (position_ < text_.size() && is_blank(text_[position_])) ++position_;
  if (position_ == text_.size()) throw Unexpected{};
  return text_[position_];
}

bool JsonScan::accept(char wanted) {
  const bool found = first() == wanted;
  if (found) ++position_;
  return found;
}

void JsonScan::open(char bracket) {
  expect(bracket);
  if (++depth_ > kMaxJsonDepth) throw Unexpected{};
}

void JsonScan::skip_string() {
  std::size_t escapes = 0;
  do {
    position_ = text_.find('"', position_ + 1);
    if (position_ == std::string_view::npos) throw Unexpected{};
    escapes = position_ - 1 - text_.find_last_not_of('\\', position_ - 1);
  } while (escapes % 2 == 1);
  ++position_;
}

std::string JsonScan::text() {
  if (first() != '"') throw Unexpected{};
  const std::size_t begin = position_;
  skip_string();
  const std::string_view quoted = text_.substr(begin, position_ - begin);
  if (quoted.find('\n') != std::string_view::npos) throw Unexpected{};
  if (std::optional<std::string> plain = unescaped(quoted.substr(1, quoted.size() - 2))) {
    return *std::move(plain);
  }
  const nlohmann::json parsed = nlohmann::json::parse(quoted, nullptr, /*allow_exceptions=*/false);
  if (!parsed.is_string()) throw Unexpected{};
  return parsed.get<std::string>();
}

std::string_view JsonScan::skip() {
  char c = first();
  const std::size_t begin = position_;
  std::size_t depth = 0;
  do {
    if (position_ >= text_.size()) throw Unexpected{};
    c = text_[position_];
    if (c == '"') {
      skip_string();
    } else if (c == '{' || c == '[') {
      ++depth;
      ++position_;
    } else if (c == '}' || c == ']') {
      if (depth == 0) throw Unexpected{};
      --depth;
      ++position_;
    } else if (depth == 0) {  // a number or a literal on its own
      while (position_ < text_.size() && !ends_scalar(text_[position_])) ++position_;
      if (position_ == begin) throw Unexpected{};
    } else {
      ++position_;
    }
  } while (depth > 0);
  return text_.substr(begin, position_ - begin);
}

void JsonScan::end() {
  while (position_ < text_.size() && is_blank(text_[position_])) ++position_;
  if (position_ != text_.size()) throw Unexpected{};
}

}  // namespace kassay
