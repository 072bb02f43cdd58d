// Text that comes from a backend, made safe to show.
#pragma once

#include <string>
#include <string_view>

namespace kassay::runner {

// Valid UTF-8 without control characters other than newline and tab; other bytes become '?'.
std::string printable(std::string_view bytes);

// The first characters of `bytes`, printable and on one line, with "..." where it goes on.
std::string excerpt(std::string_view bytes, std::size_t characters = 80);

// The last `lines` lines, at most `bytes` bytes of them, printable and without a newline at the
// end.
std::string last_lines(std::string_view text, int lines, std::size_t bytes);

}  // namespace kassay::runner
