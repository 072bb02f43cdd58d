// A self-contained HTML page: template, style sheet, script and data in one file.
#pragma once

#include <string>
#include <string_view>

namespace kassay::reports {

// A source expression of a Content-Security-Policy that allows exactly this text.
std::string content_hash(std::string_view text);

struct PageParts {
  std::string title;         // printable text (text.h)
  std::string_view heading;  // markup
  std::string summary;       // markup, for readers without JavaScript
  std::string data;          // JSON, which the script finds in the element "data"
  std::string_view script;
  std::string_view style = {};  // follows the style of all pages
};

// The page makes no requests: its Content-Security-Policy allows only its own style and script.
std::string assemble_page(const PageParts& parts);

}  // namespace kassay::reports
