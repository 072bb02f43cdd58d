// The program's own name in commands that are printed for copying.
#pragma once

#include <string>

namespace kassay::cli {

// As the user typed it, as one word of a shell: "kassay", "build/bin/kassay".
std::string program_word();

// The text with this word for "kassay" wherever a command begins: after a backquote, and where an indented line begins.
std::string as_started(std::string text);

}  // namespace kassay::cli
