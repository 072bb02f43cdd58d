// Words on the command line that mean nothing.
#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace kassay::cli {

// What to say of the first word that no command knows, with the closest word that its command does know. None if
// each word is known. Of a command line that asks for help, only the commands matter.
std::optional<std::string> wrong_word(const CLI::App& app, bool only_commands);

// What to say of any other error in a command line, with the command that describes the options.
std::string usage_message(const CLI::App& app, const CLI::ParseError& error);

// The same as wrong_word of a word that names no subcommand of `command`; `words` are those that name the command: "kassay list".
std::string wrong_command(const CLI::App& command, const std::string& words,
                          const std::string& word);

}  // namespace kassay::cli
