// Text for people on standard error and standard output: colours, properties of the terminal, notes, durations.
#pragma once

#include <string>
#include <string_view>

#include "spec/lib/run_verdict.h"

namespace kassay::cli {

enum class Colour { kGreen, kRed, kYellow, kBold, kDim };

Colour tone_colour(Tone tone);

enum class Stream { kOutput, kError };

// Colours the text if the stream is a terminal and NO_COLOR is not set.
std::string paint(Colour colour, const std::string& text, Stream stream = Stream::kError);

std::string painted(Colour colour, const std::string& text);  // for standard output

// Whether standard error is a terminal that can redraw a line.
bool error_is_terminal();
// Whether standard output is a terminal, of any kind.
bool output_is_terminal();
// The width of the terminal; 80 if it is unknown.
int terminal_columns(Stream stream = Stream::kError);

// Prints "note: " and the text on standard error; nothing if the text is empty.
void print_note(const std::string& text);

// "0.4 s", "12 s", "3 min 20 s"
std::string seconds_text(double seconds);

}  // namespace kassay::cli
