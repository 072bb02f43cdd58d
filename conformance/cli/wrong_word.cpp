#include "conformance/cli/wrong_word.h"

#include <CLI/CLI.hpp>
#include <vector>

#include "conformance/runner/selection.h"

namespace kassay::cli {
namespace {

constexpr char kEndOfOptions[] = "--";

std::string message(const std::string& words, const std::string& what, const std::string& closest,
                    const std::string& all) {
  return "`" + words + "` has no " + what + (closest.empty() ? "" : "; the closest is " + closest) +
         ". `" + words + " --help` lists the " + all + ".";
}

std::string closest_of(const std::string& word, const std::vector<std::string>& names) {
  const std::vector<std::string> closest = runner::closest_names(word, names, 1);
  return closest.empty() ? "" : closest.front();
}

bool is_option(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

std::string wrong_option(const CLI::App& command, const std::string& words,
                         const std::string& word) {
  std::vector<std::string> names;  // without dashes
  for (const CLI::Option* option : command.get_options()) {
    const std::vector<std::string>& more = option->get_lnames();
    names.insert(names.end(), more.begin(), more.end());
  }
  const std::string option = word.substr(0, word.find('='));
  const std::string closest = closest_of(option.substr(option.find_first_not_of('-')), names);
  return message(words, "option " + option, closest.empty() ? "" : "--" + closest, "options");
}

}  // namespace

std::string wrong_command(const CLI::App& command, const std::string& words,
                          const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* subcommand : command.get_subcommands({})) {
    names.push_back(subcommand->get_name());
  }
  if (names.empty()) {
    return "`" + words + "` does not take \"" + word + "\". `" + words +
           " --help` lists its arguments.";
  }
  return message(words, "command \"" + word + '"', closest_of(word, names), "commands");
}

std::string usage_message(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = &app;
  std::string words = app.get_name();
  for (auto named = app.get_subcommands(); !named.empty(); named = command->get_subcommands()) {
    command = named.front();
    words += " " + command->get_name();
  }
  const std::string text = error.what();
  const bool lacks_value = error.get_name() == "ArgumentMismatch";
  std::string message = lacks_value ? text.substr(0, text.find(':')) + " needs a value" : text;
  if (text == "--backend is required") {
    message += ", such as --backend python:my_module for a module of Python; `" + app.get_name() +
               " list backends` lists the kinds";
  }
  return message + ". `" + words + " --help` describes the command.";
}

std::optional<std::string> wrong_word(const CLI::App& app, bool only_commands) {
  const CLI::App* command = &app;
  std::string words = app.get_name();
  while (true) {
    const bool has_commands = !command->get_subcommands({}).empty();
    for (const std::string& word : command->remaining()) {
      if (word == kEndOfOptions || (only_commands && (is_option(word) || !has_commands))) continue;
      return is_option(word) ? wrong_option(*command, words, word)
                             : wrong_command(*command, words, word);
    }
    const std::vector<CLI::App*> named = command->get_subcommands();
    if (named.empty()) return std::nullopt;
    command = named.front();
    words += " " + command->get_name();
  }
}

}  // namespace kassay::cli
