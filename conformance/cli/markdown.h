// Text in Markdown, of the dialect that has tables (GitHub's).
#pragma once

#include <string>
#include <vector>

namespace kassay::cli {

// Words with the characters escaped that would mean something outside of `code`; on one line.
std::string markdown(const std::string& text);
// As code. A bar is escaped too: a table takes it for the end of a cell, even in code.
std::string code(const std::string& text);

// The anchor that a heading gets, and a link to it: on another page where one is named.
std::string anchor(const std::string& heading);
std::string link(const std::string& text, const std::string& heading, const std::string& page = "");

// Cells are Markdown already.
std::string table_row(const std::vector<std::string>& cells);
std::string table_head(const std::vector<std::string>& cells);

}  // namespace kassay::cli
