// A JSON text read once, forwards and without a copy, for whoever wants little of it: what is passed
// over is looked at for quotes and brackets only. It says that something is wrong, and not what:
// whoever parses the same text with parse_json learns that.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kassay {

class JsonScan {
 public:
  // Thrown where the text is no JSON, or has something else than what is asked for.
  struct Unexpected {};

  explicit JsonScan(std::string_view text) : text_(text) {}

  // `visit(key)` is called for each member of the object that is next, and reads or skips its value.
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
  // `visit()` is called for each element of the array that is next, and reads or skips it.
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
  // The string that is next.
  std::string text();
  // Passes over the value that is next, and returns its text.
  std::string_view skip();
  // The character that the next value begins with.
  char first();
  // Nothing may be left.
  void end();

 private:
  void expect(char wanted) {
    if (!accept(wanted)) throw Unexpected{};
  }
  bool accept(char wanted);
  void open(char bracket);
  // From an opening quote to behind the closing one.
  void skip_string();

  std::string_view text_;
  std::size_t position_ = 0, depth_ = 0;
};

}  // namespace kassay
