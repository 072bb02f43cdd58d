// A badge as a picture, and as the JSON from which Shields draws one.
#include "reports/badge/draw.h"

#include <array>
#include <nlohmann/json.hpp>

#include "reports/badge/badges.h"
#include "reports/text.h"

namespace kassay::reports {
namespace {

constexpr std::size_t kLongestPart = 80;  // bytes: a badge is a word or two
constexpr int kHeight = 20;
constexpr int kMargin = 6;  // on both sides of each text

// How wide Verdana at 11 pixels draws the characters from ' ' to '~', in tenths of a pixel.
// textLength fits other fonts to this.
constexpr std::array kWidths = {39, 43, 50, 90, 70, 118, 80,  30, 50, 50,  70, 90, 40,
                                50, 40, 50,                                // ' ' to '/'
                                70, 70, 70, 70, 70, 70,  70,  70, 70, 70,  // 0 to 9
                                50, 50, 90, 90, 90, 60,  110,              // ':' to '@'
                                75, 75, 77, 85, 70, 63,  85,  83, 46, 50,  76, 61, 93,
                                82, 87, 66, 87, 76, 75,  68,  81, 75, 109, 75, 68, 75,  // A to Z
                                50, 50, 50, 90, 70, 70,  // '[' to '`'
                                66, 69, 57, 69, 66, 39,  69,  70, 30, 38,  65, 30, 107,
                                70, 67, 69, 69, 47, 57,  43,  70, 65, 90,  65, 65, 58,  // a to z
                                70, 50, 70, 90};  // '{' to '~'
static_assert(kWidths.size() == '~' - ' ' + 1);
constexpr int kOtherWidth = 110;  // tenths: the widest letters

// In pixels, rounded up.
int text_width(std::string_view text) {
  int tenths = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80) continue;  // within a character
    const std::size_t place = byte - std::size_t{' '};
    tenths += byte >= ' ' && place < kWidths.size() ? kWidths[place] : kOtherWidth;
  }
  return (tenths + 9) / 10;
}

std::string one_line(std::string_view text) {
  std::string result = printable(text, kLongestPart);
  for (char& c : result) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  return result;
}

// Dark enough for white letters (a contrast of 4.5 and more).
const char* fill_of(const std::string& colour) {
  return colour == "brightgreen" ? "#1d7346" : colour == "red" ? "#b3261e" : "#646b74";
}

std::string text_element(int left, int width, const std::string& text) {
  return "<text x=\"" + std::to_string(left) + "\" y=\"14\" textLength=\"" + std::to_string(width) +
         "\" lengthAdjust=\"spacingAndGlyphs\">" + escape_markup(text) + "</text>\n";
}

std::string rectangle(int left, int width, const char* fill) {
  return "<rect x=\"" + std::to_string(left) + "\" width=\"" + std::to_string(width) +
         "\" height=\"" + std::to_string(kHeight) + "\" fill=\"" + fill + "\"/>\n";
}

}  // namespace

std::string badge_svg(const Badge& badge) {
  const std::string label = one_line(badge.label), message = one_line(badge.message);
  const int label_width = text_width(label), message_width = text_width(message);
  const int middle = label_width + 2 * kMargin;
  const int right = message_width + 2 * kMargin;
  const std::string title = escape_markup(label + ": " + message);
  const std::string width = std::to_string(middle + right), height = std::to_string(kHeight);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height +
         "\" viewBox=\"0 0 " + width + " " + height + "\" role=\"img\" aria-label=\"" + title +
         "\">\n<title>" + title + "</title>\n<clipPath id=\"round\"><rect width=\"" + width +
         "\" height=\"" + height + "\" rx=\"3\"/></clipPath>\n<g clip-path=\"url(#round)\">\n" +
         rectangle(0, middle, "#3b4148") + rectangle(middle, right, fill_of(badge.colour)) +
         "</g>\n<g fill=\"#fff\" font-family=\"Verdana, DejaVu Sans, Geneva, sans-serif\" "
         "font-size=\"11\">\n" +
         text_element(kMargin, label_width, label) +
         text_element(middle + kMargin, message_width, message) + "</g>\n</svg>\n";
}

std::string badge_json(const Badge& badge) {
  const nlohmann::ordered_json json = {{"schemaVersion", 1},
                                       {"label", one_line(badge.label)},
                                       {"message", one_line(badge.message)},
                                       {"color", badge.colour}};
  return json.dump() + "\n";
}

}  // namespace kassay::reports
