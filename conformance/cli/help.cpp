#include "conformance/cli/help.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "conformance/cli/exit_code.h"
#include "conformance/cli/wrong_word.h"

namespace kassay::cli {

void add_help(CLI::App& app, int& exit_code) {
  const auto named = std::make_shared<std::vector<std::string>>();
  CLI::App* help = app.add_subcommand("help", "Show the help of a command");
  help->add_option("COMMAND", *named, "The words of the command (default: kassay itself)");
  help->footer(
      "Examples:\n"
      "  kassay help run\n"
      "  kassay help list cases");
  help->callback([&app, &exit_code, named] {
    const CLI::App* command = &app;
    std::string words = app.get_name();
    for (const std::string& word : *named) {
      const auto is_named = [&](const CLI::App* each) { return each->get_name() == word; };
      const std::vector<const CLI::App*> next = command->get_subcommands(is_named);
      if (next.empty()) throw std::invalid_argument(wrong_command(*command, words, word));
      command = next.front();
      words += " " + word;
    }
    std::cout << command->get_formatter()->make_help(command, words, CLI::AppFormatMode::Normal);
    exit_code = kConformant;
  });
}

}  // namespace kassay::cli
