// The kinds of backends that --backend can name: one table, from which follow help, lists, error
// messages, the worker that is started, and what a run records to be made again.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/runner/backend_process.h"

namespace kassay::runner {

struct BackendKind {
  // The whole argument ("reference"), or its beginning where more follows ("plugin:").
  std::string_view name;
  std::string_view rest;   // what follows, for people: "<file.so>"; empty: nothing
  std::string_view help;   // what it is, on a line
  std::string_view needs;  // what it takes on this machine, on a line; empty: nothing
  std::string_view
      example;  // an argument that could be meant; empty where nothing follows, or may not
  // The command line of its worker. `rest` is what follows the name.
  std::vector<std::string> (*command)(const BackendKind& kind, const std::string& rest,
                                      const BackendOptions& options);
  // The variables on which the backend depends: a run records those that are set, and the commands
  // that repeat a case begin with them.
  std::vector<const char*> environment = {};

  bool has_rest() const { return !rest.empty(); }
  std::string form() const { return std::string(name) + std::string(rest); }  // "plugin:<file.so>"
};

std::span<const BackendKind> backend_kinds();

// Null where the argument is of none of them.
const BackendKind* find_kind(std::string_view argument);

// The kind and what follows its name. Throws CannotStart, which names the nearest kind, and all;
// and where nothing follows and something must.
struct NamedBackend {
  const BackendKind& kind;
  std::string rest;
};
NamedBackend named_backend(const std::string& argument);

// The forms of all, as "a, b or c".
std::string backend_forms();

}  // namespace kassay::runner
