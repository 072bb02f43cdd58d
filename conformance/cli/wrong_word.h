// Messages about unknown words on the command line.
#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace kassay::cli {

// The message about the first unknown word, with the closest word that its command knows. Nothing if all words are
// known. If the command line asks for help, only the commands are checked.
std::optional<std::string> wrong_word(const CLI::App& app, bool only_commands);

// The message about any other error in a command line, with the command that describes the options.
std::string usage_message(const CLI::App& app, const CLI::ParseError& error);

// The same message for a word that is not a subcommand of `command`; `words` name the command: "kassay list".
std::string wrong_command(const CLI::App& command, const std::string& words,
                          const std::string& word);

}  // namespace kassay::cli
