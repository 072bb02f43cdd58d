// Text of files and backends within GitHub-flavoured Markdown: it is shown, and never means
// anything. All take it as it came.
#pragma once

#include <string>
#include <string_view>

namespace kassay::reports {

// On one line; every character that Markdown or HTML could take for its own becomes an entity, so
// that no table cell, emphasis, link, image or tag begins or ends in it. A longer text is cut.
std::string markdown_words(std::string_view text, std::size_t longest);

// The same within <code>, where GitHub looks for no names of people and issues either.
std::string markdown_code(std::string_view text, std::size_t longest);

// A block of its own: lines as they are, in <pre>. It must stand after an empty line.
std::string markdown_block(std::string_view text, std::size_t longest);

}  // namespace kassay::reports
