// Reads a JSON text once, forwards and without a copy, for callers that need little of it. In skipped
// parts it looks only for quotes and brackets. It reports that something is wrong, but not what: use
// parse_json on the same text for that.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kassay {

class JsonScan {
 public:
  // Thrown if the text is not JSON, or does not have the requested part.
  struct Unexpected {};

  // Skips a byte order mark at the beginning, as parse_json does.
  explicit JsonScan(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
  }

  // Calls `visit(key)` for each member of the next object; `visit` reads or skips the value.
  template <class Visit>
  void members(Visit&& visit) {
    open('{');
    if (!accept('}')) {
      do {
        std::string key = text();
        expect(':');
        visit(key);
      } while (accept(','));
      expect('}');
    }
    --depth_;
  }
  // Calls `visit()` for each element of the next array; `visit` reads or skips the element.
  template <class Visit>
  void elements(Visit&& visit) {
    open('[');
    if (!accept(']')) {
      do {
        visit();
      } while (accept(','));
      expect(']');
    }
    --depth_;
  }
  // The next string.
  std::string text();
  // Skips the next value and returns its text.
  std::string_view skip();
  // The first character of the next value.
  char first();
  // Throws if anything but white space is left.
  void end();

 private:
  void expect(char wanted) {
    if (!accept(wanted)) throw Unexpected{};
  }
  bool accept(char wanted);
  void open(char bracket);
  // From an opening quote to just after the closing one.
  void skip_string();

  std::string_view text_;
  std::size_t position_ = 0, depth_ = 0;
};

}  // namespace kassay
