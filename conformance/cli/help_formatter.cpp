#include "conformance/cli/help_formatter.h"

#include <CLI/CLI.hpp>
#include <string>

#include "conformance/cli/program_name.h"

namespace kassay::cli {
namespace {

// CLI11 appends the descriptions of its checks to the name of the type: "COUNT:1 to 256".
std::string check_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t colon = type.find(':');
  return colon == std::string::npos ? "" : type.substr(colon + 1);
}

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    return as_started(CLI::Formatter::make_help(app, name, mode));
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = CLI::Formatter::make_option_opts(option);
    const std::string check = ":" + check_of(*option);
    const std::size_t place = text.find(check);
    if (check.size() > 1 && place != std::string::npos) text.erase(place, check.size());
    return text;
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    const std::string check = check_of(*option);
    return option->get_description() + (check.empty() ? "" : "; " + check);
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<HelpFormatter>(); }

}  // namespace kassay::cli
