// Makes text from a backend or a file safe to show in a terminal and on a page.
#pragma once

#include <string>
#include <string_view>

namespace kassay {

// Valid UTF-8, whatever the input: a byte that is not UTF-8 becomes U+FFFD; control characters,
// bidirectional controls, invisible characters and noncharacters become visible, as "\u{202E}".
// Newlines and tabs stay, "\r
// " is a newline.
std::string printable(std::string_view text);

bool is_utf8(std::string_view text);

// The first characters of `bytes`, printable and on one line, with "..." if it continues.
std::string excerpt(std::string_view bytes, std::size_t characters = 80);

// The last `lines` lines, at most `bytes` bytes of them, printable and without a newline at the
// end.
std::string last_lines(std::string_view text, int lines, std::size_t bytes);

}  // namespace kassay
