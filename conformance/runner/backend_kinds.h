// The kinds of backend that --backend can name. One table provides the help, the lists, the error
// messages, the worker to start, and the environment that a run records so that it can be repeated.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/runner/backend_process.h"

namespace kassay::runner {

struct BackendKind {
  // The whole argument ("reference"), or its prefix if more follows ("plugin:").
  std::string_view name;
  std::string_view rest;     // what follows the prefix, as help shows it: "<file.so>"; else empty
  std::string_view help;     // what it is, in one line
  std::string_view needs;    // what it needs on this machine, in one line; empty: nothing
  std::string_view example;  // an argument, if what follows the prefix may not be empty; else empty
  // The command line of its worker. `rest` is what follows the name.
  std::vector<std::string> (*command)(const BackendKind& kind, const std::string& rest,
                                      const BackendOptions& options);
  // The environment variables on which the backend depends. A run records those that are set, and the
  // commands that repeat a case begin with them.
  std::vector<const char*> environment = {};
  // The folder, if any, that caches data from one worker to the next; workers may write there.
  std::filesystem::path (*cache)() = nullptr;

  bool has_rest() const { return !rest.empty(); }
  std::string form() const { return std::string(name) + std::string(rest); }  // "plugin:<file.so>"
};

std::span<const BackendKind> backend_kinds();

// Null if the kind is unknown.
const BackendKind* find_kind(std::string_view argument);

// The kind and what follows its name. Throws CannotStart if the kind is unknown (the message gives the
// nearest kind and a list), or if nothing follows a name that needs more.
struct NamedBackend {
  const BackendKind& kind;
  std::string rest;
};
NamedBackend named_backend(const std::string& argument);

// The file of a native plug-in, if the argument names one.
std::optional<std::string> plugin_path(const std::string& argument);

// The forms of all kinds: "a, b or c".
std::string backend_forms();

}  // namespace kassay::runner
