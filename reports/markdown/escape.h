// Text of files and backends within GitHub-flavoured Markdown: it is shown, and never has a
// meaning. All functions take the raw text.
#pragma once

#include <string>
#include <string_view>

namespace kassay::reports {

// On one line. Every character with a meaning in Markdown or HTML becomes an entity, so that no
// table cell, emphasis, link, image or tag begins or ends in it. A longer text is cut.
std::string markdown_words(std::string_view text, std::size_t longest);

// The same within <code>, where GitHub does not look for names of people and issues either.
std::string markdown_code(std::string_view text, std::size_t longest);

// A separate block: the lines unchanged, in <pre>. It must follow an empty line.
std::string markdown_block(std::string_view text, std::size_t longest);

}  // namespace kassay::reports
