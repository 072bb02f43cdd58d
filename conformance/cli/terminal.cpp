#include "conformance/cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace kassay::cli {
namespace {

constexpr int kDefaultColumns = 80;

const char* sequence(Colour colour) {
  switch (colour) {
    case Colour::kGreen:
      return "\x1b[32m";
    case Colour::kRed:
      return "\x1b[31m";
    case Colour::kYellow:
      return "\x1b[33m";
    case Colour::kBold:
      return "\x1b[1m";
    case Colour::kDim:
      break;
  }
  return "\x1b[2m";
}

bool set_and_not_empty(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

bool can_redraw(int descriptor) {
  const char* terminal = std::getenv("TERM");
  return isatty(descriptor) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

}  // namespace

bool error_is_terminal() { return can_redraw(STDERR_FILENO); }

bool output_is_terminal() { return isatty(STDOUT_FILENO) != 0; }

int terminal_columns() {
  winsize size{};
  bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kDefaultColumns;
}

std::string paint(Colour colour, const std::string& text, Stream stream) {
  // https://no-color.org: set to anything but nothing
  static const bool wanted = !set_and_not_empty("NO_COLOR");
  static const bool on_error = wanted && can_redraw(STDERR_FILENO);
  static const bool on_output = wanted && can_redraw(STDOUT_FILENO);
  const bool coloured = stream == Stream::kError ? on_error : on_output;
  return coloured ? sequence(colour) + text + "\x1b[0m" : text;
}

std::string shell_word(const std::string& text) {
  constexpr char kSafe[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=,./:@%";
  if (!text.empty() && text.find_first_not_of(kSafe) == std::string::npos) return text;
  std::string quoted = "'";
  for (char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace kassay::cli
