// Words for people: on standard error, or on standard output where a command prints nothing else.
#pragma once

#include <string>
#include <string_view>

namespace kassay::cli {

enum class Colour { kGreen, kRed, kYellow, kBold, kDim };

// Colours the text where the stream is a terminal and NO_COLOR is not set.
enum class Stream { kOutput, kError };
std::string paint(Colour colour, const std::string& text, Stream stream = Stream::kError);

// A terminal that can redraw a line.
bool error_is_terminal();
bool output_is_terminal();
int terminal_columns();

// The text as one word of a shell command.
std::string shell_word(const std::string& text);

}  // namespace kassay::cli
