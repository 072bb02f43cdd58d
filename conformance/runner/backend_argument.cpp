#include "conformance/runner/backend_argument.h"

#include <cstdlib>
#include <filesystem>

namespace kassay::runner {
namespace {

constexpr char kReference[] = "reference";
constexpr char kOptimized[] = "optimized";
constexpr char kPlugin[] = "plugin:";
constexpr char kExec[] = "exec:";
constexpr char kPython[] = "python:";
// Where the worker for Python modules stands, seen from the programs: the same once installed.
constexpr char kPythonWorker[] = "/../lib/kassay/python/worker.py";
constexpr char kPythonVariable[] = "KASSAY_PYTHON";

std::string unknown_backend(const std::string& argument) {
  std::string message = "unknown backend \"" + argument + "\"; known are:";
  for (const KnownBackend& known : known_backends()) {
    message += "\n  " + known.argument + "  " + known.description;
  }
  return message;
}

}  // namespace

const std::vector<KnownBackend>& known_backends() {
  static const std::vector<KnownBackend> known = {
      {kReference, "the plain interpreter, which reads like the specification"},
      {kOptimized, "the fast interpreter, on all cores"},
      {"plugin:<file.so>",
       "a native plug-in: a shared library with the C interface of kassay_backend.h"},
      {"exec:<command>", "any program that speaks the worker protocol (conformance/PROTOCOL.md)"},
      {"python:<module>",
       "a Python module, such as my_package.my_module; run by $KASSAY_PYTHON, or else by python3"},
  };
  return known;
}

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
  if (!argument.starts_with(kPython)) return variables;
  for (const char* name : {kPythonVariable, "PYTHONPATH", "KERAS_BACKEND", "KERAS_HOME"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') variables.emplace(name, value);
  }
  return variables;
}

std::optional<std::string> plugin_path(const std::string& argument) {
  if (!argument.starts_with(kPlugin)) return std::nullopt;
  return argument.substr(sizeof kPlugin - 1);
}

bool is_built_in(const std::string& argument) {
  return argument == kReference || argument == kOptimized;
}

std::vector<std::string> worker_command(const std::string& argument,
                                        const BackendOptions& options) {
  if (argument.starts_with(kExec)) {
    std::vector<std::string> words = split_command(argument.substr(sizeof kExec - 1));
    if (words.empty()) {
      throw CannotStart("exec: needs a command, as in exec:./my-backend or 'exec:python3 mine.py'");
    }
    return words;
  }
  if (argument.starts_with(kPython)) {
    const char* python = std::getenv(kPythonVariable);
    return {python == nullptr ? "python3" : python, program_directory() + kPythonWorker,
            "--settings", options.user_settings ? "file" : "defaults",
            argument.substr(sizeof kPython - 1)};
  }
  const std::optional<std::string> plugin = plugin_path(argument);
  if (plugin && plugin->empty()) {
    throw CannotStart("plugin: needs a file, as in plugin:./my_backend.so");
  }
  if (!plugin && !is_built_in(argument)) throw CannotStart(unknown_backend(argument));
  return {program_directory() + "/kassay-worker", "--backend", argument, "--edition",
          std::string(edition_name(options.edition))};
}

}  // namespace kassay::runner
