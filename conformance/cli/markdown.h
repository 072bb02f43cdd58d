// Text in Markdown with tables (GitHub's dialect).
#pragma once

#include <string>
#include <vector>

namespace kassay::cli {

// Words on one line. Characters that would have a meaning outside of `code` are escaped.
std::string markdown(const std::string& text);
// As code. A bar is escaped too: in a table it would end the cell, even in code.
std::string code(const std::string& text);

// The anchor of a heading, and a link to it: on another page if one is named.
std::string anchor(const std::string& heading);
std::string link(const std::string& text, const std::string& heading, const std::string& page = "");

// Cells are already Markdown.
std::string table_row(const std::vector<std::string>& cells);
std::string table_head(const std::vector<std::string>& cells);

}  // namespace kassay::cli
