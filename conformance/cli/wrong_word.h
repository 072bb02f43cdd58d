// Words on the command line that mean nothing.
#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace kassay::cli {

// What to say of the first word that no command knows, with the closest word that its command does know. None if
// each word is known. Of a command line that asks for help, only the commands matter.
std::optional<std::string> wrong_word(const CLI::App& app, bool only_commands);

// The same of a word that names no subcommand of `command`; `words` are those that name the command: "kassay list".
std::string wrong_command(const CLI::App& command, const std::string& words,
                          const std::string& word);

}  // namespace kassay::cli
