// Words for people, on standard error.
#pragma once

#include <string>
#include <string_view>

namespace kassay::cli {

enum class Colour { kGreen, kRed, kYellow, kBold, kDim };

// Colours the text where standard error is a terminal and NO_COLOR is not set.
std::string paint(Colour colour, const std::string& text);

// A terminal that can redraw a line.
bool error_is_terminal();
bool output_is_terminal();
int terminal_columns();

// The text as one word of a shell command.
std::string shell_word(const std::string& text);

}  // namespace kassay::cli
