// The program's own name in commands that are printed for copying.
#pragma once

#include <string>

namespace kassay::cli {

// As the user typed it, as one word of a shell: "kassay", "build/bin/kassay".
std::string program_word();

// The text with this word instead of "kassay" at the beginning of each command: after a backquote, and in an indented line.
std::string as_started(std::string text);

}  // namespace kassay::cli
