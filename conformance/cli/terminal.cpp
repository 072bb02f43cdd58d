#include "conformance/cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "spec/lib/printable.h"

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

Colour tone_colour(Tone tone) {
  return tone == Tone::kGood ? Colour::kGreen : tone == Tone::kBad ? Colour::kRed : Colour::kYellow;
}

bool error_is_terminal() { return can_redraw(STDERR_FILENO); }

bool output_is_terminal() { return isatty(STDOUT_FILENO) != 0; }

int terminal_columns(Stream stream) {
  const int descriptor = stream == Stream::kError ? STDERR_FILENO : STDOUT_FILENO;
  winsize size{};
  bool known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kDefaultColumns;
}

std::string paint(Colour colour, const std::string& text, Stream stream) {
  // https://no-color.org: any nonempty value
  static const bool wanted = !set_and_not_empty("NO_COLOR");
  static const bool on_error = wanted && can_redraw(STDERR_FILENO);
  static const bool on_output = wanted && can_redraw(STDOUT_FILENO);
  const bool coloured = stream == Stream::kError ? on_error : on_output;
  return coloured ? sequence(colour) + text + "\x1b[0m" : text;
}

std::string painted(Colour colour, const std::string& text) {
  return paint(colour, text, Stream::kOutput);
}

void print_note(const std::string& text) {
  if (!text.empty()) std::cerr << "note: " << printable(text) << '\n';
}

std::string seconds_text(double seconds) {
  std::ostringstream text;
  if (seconds < 60) {
    text << std::fixed << std::setprecision(seconds < 10 ? 1 : 0) << seconds << " s";
  } else {
    auto whole = static_cast<std::int64_t>(seconds);
    text << whole / 60 << " min " << whole % 60 << " s";
  }
  return text.str();
}

}  // namespace kassay::cli
