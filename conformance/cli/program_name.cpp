#include "conformance/cli/program_name.h"

#include <cerrno>

#include "reports/command_line.h"

namespace kassay::cli {
namespace {

constexpr char kInstalled[] = "kassay";

}  // namespace

std::string program_word() {
  const std::string typed = program_invocation_name;
  return typed.empty() ? kInstalled : reports::shell_word(typed);
}

std::string as_started(std::string text) {
  const std::string word = program_word();
  if (word == kInstalled) return text;
  const std::string name = kInstalled;
  for (const std::string before : {"`", "\n  "}) {
    for (const char* const after : {" ", "`"}) {
      const std::string command = before + name + after;
      for (std::size_t i = text.find(command); i != std::string::npos; i = text.find(command, i)) {
        text.replace(i + before.size(), name.size(), word);
        i += before.size() + word.size();
      }
    }
  }
  return text;
}

}  // namespace kassay::cli
