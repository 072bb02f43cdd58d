// HTML as text. Arguments called `html` are already markup; all others are words, and are made
// safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kassay::reports::site {

std::string text(std::string_view words);
// Words of the specification, with `backquotes` around code.
std::string prose(std::string_view words);
std::string code(std::string_view words);
std::string link(const std::string& address, const std::string& html);

// <tag class="...">html</tag>; without a class if it is empty.
std::string element(const std::string& tag, const std::string& html,
                    const std::string& class_name = "");
// The same with an id, as the target of links; ids of the specification need only the escapes of
// markup.
std::string anchored(const std::string& tag, const std::string& id, const std::string& html,
                     const std::string& class_name = "");

std::string list(const std::vector<std::string>& html_items, const std::string& class_name = "");

// A table that scrolls separately if it is too wide. Rows are <tr> elements.
std::string table(const std::vector<std::string>& headings, const std::string& html_rows,
                  const std::string& caption);
// The first cell is the row's heading. The id may be empty.
std::string row(const std::vector<std::string>& html_cells, const std::string& id = "");

}  // namespace kassay::reports::site
