#include "conformance/runner/backend_argument.h"

#include <cstdlib>
#include <filesystem>

#include "conformance/runner/backend_kinds.h"

namespace kassay::runner {
std::vector<std::string> split_command(const std::string& command) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  auto append = [&](char c) {
    if (!in_word) words.emplace_back();
    in_word = true;
    words.back() += c;
  };
  for (std::size_t i = 0; i < command.size(); ++i) {
    char c = command[i];
    if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      append(command[++i]);
    } else if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        append(c);
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      if (!in_word) words.emplace_back();
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      in_word = false;
    } else {
      append(c);
    }
  }
  if (quote != 0) {
    throw CannotStart(std::string("the quote ") + quote +
                      " is not closed in the command: " + command);
  }
  return words;
}

std::string program_directory() {
  std::error_code failure;
  std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failure);
  return failure ? std::string(".") : self.parent_path().string();
}

std::map<std::string, std::string> backend_environment(const std::string& argument) {
  std::map<std::string, std::string> variables;
  const BackendKind* kind = find_kind(argument);
  if (kind == nullptr) return variables;
  for (const char* name : kind->environment) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') variables.emplace(name, value);
  }
  return variables;
}

BackendOptions with_cache(const std::string& argument, BackendOptions options) {
  const BackendKind* const kind = find_kind(argument);
  if (kind == nullptr || kind->cache == nullptr) return options;
  const std::filesystem::path folder = kind->cache();
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  if (std::filesystem::is_directory(folder, ignored)) options.sandbox.writable.push_back(folder);
  return options;
}

std::vector<std::string> worker_command(const std::string& argument,
                                        const BackendOptions& options) {
  const NamedBackend named = named_backend(argument);
  return named.kind.command(named.kind, named.rest, options);
}

}  // namespace kassay::runner
