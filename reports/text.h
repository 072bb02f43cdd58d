// Makes text from files and backends safe to show. Everything that a report prints goes through
// here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "spec/lib/text.h"

namespace kassay::reports {

// A message longer than this is cut in a report: the results file keeps all of it.
inline constexpr std::size_t kLongestText = 8192;

// As in spec/lib/printable.h. A text of more than `longest` bytes is cut at a character, and says
// so.
std::string printable(std::string_view text, std::size_t longest = kLongestText);

// For HTML and XML, between tags and in quoted attributes. The text must be printable.
std::string escape_markup(std::string_view text);

// For JSON inside an HTML script element: no '<', '>', '&', U+2028 or U+2029 remains. In JSON these
// occur only within strings, where the escape means the same.
std::string escape_script_data(std::string_view json);

// The same number to three significant digits: enough for a reader of a margin or a time.
double three_digits(double value);

using kassay::count_of;
using kassay::grouped_digits;

}  // namespace kassay::reports
