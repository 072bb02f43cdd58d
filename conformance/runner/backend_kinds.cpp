#include "conformance/runner/backend_kinds.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "conformance/runner/backend_argument.h"
#include "conformance/runner/selection.h"
#include "spec/lib/user_cache.h"

namespace kassay::runner {
namespace {

constexpr std::string_view kPlugin = "plugin:";
constexpr std::string_view kKeras3 = "keras3:";
// The worker for Python modules, relative to the programs, in the build as in an installed tree.
constexpr char kPythonWorker[] = "/../lib/kassay/python/worker.py";
constexpr char kPythonVariable[] = "KASSAY_PYTHON";

// Interpreters and plug-ins: the worker takes the same argument.
std::vector<std::string> own_worker(const BackendKind& kind, const std::string& rest,
                                    const BackendOptions& options) {
  return {program_directory() + "/kassay-worker", "--backend", std::string(kind.name) + rest,
          "--edition", std::string(edition_name(options.edition))};
}

std::vector<std::string> given_command(const BackendKind&, const std::string& rest,
                                       const BackendOptions&) {
  return split_command(rest);
}

// Python modules and backends of Keras 3; for the latter the worker takes the kind together with the name.
std::vector<std::string> python_worker(const BackendKind& kind, const std::string& rest,
                                       const BackendOptions& options) {
  const char* python = std::getenv(kPythonVariable);
  return {python == nullptr ? "python3" : python, program_directory() + kPythonWorker, "--settings",
          options.user_settings ? "file" : "defaults",
          kind.name == kKeras3 ? std::string(kind.name) + rest : rest};
}

// To add a kind, add an entry here; nothing else in the runner, the command line or the reports changes.
const BackendKind kKinds[] = {
    {.name = "reference",
     .rest = "",
     .help = "the plain interpreter, which reads like the specification",
     .needs = "",
     .example = "",
     .command = own_worker},
    {.name = "optimized",
     .rest = "",
     .help = "the fast interpreter, on all cores",
     .needs = "",
     .example = "",
     .command = own_worker,
     .environment = {"KASSAY_ENGINE", "KASSAY_OPENBLAS"}},
    {.name = "optimized:cuda",
     .rest = "",
     .help = "the fast interpreter on a GPU",
     .needs = "a GPU with its driver, and libkassay-cuda.so, which `./run build` builds if CUDA is "
              "installed",
     .example = "",
     .command = own_worker,
     .environment = {"CUDA_VISIBLE_DEVICES", "KASSAY_CUDA_LIBRARY", "KASSAY_CUDA_CACHE",
                     "KASSAY_ENGINE", "KASSAY_OPENBLAS"},
     .cache = cuda_cache},
    {.name = kPlugin,
     .rest = "<file.so>",
     .help = "a native plug-in: a shared library with the C interface of kassay_backend.h",
     .needs = "a file that this machine can load",
     .example = "plugin:./my_backend.so",
     .command = own_worker},
    {.name = "exec:",
     .rest = "<command>",
     .help = "any program that speaks the worker protocol (conformance/PROTOCOL.md)",
     .needs = "a command with its arguments, quoted as for a shell; no shell runs it",
     .example = "exec:./my-backend, or 'exec:python3 mine.py'",
     .command = given_command},
    {.name = "python:",
     .rest = "<module>",
     .help = "a Python module, such as my_package.my_module",
     .needs = "a Python with NumPy: $KASSAY_PYTHON, or else python3",
     .example = "",  // no module: the backend that Keras is configured to use
     .command = python_worker,
     .environment = {kPythonVariable, "PYTHONPATH", "KERAS_BACKEND", "KERAS_HOME"}},
    {.name = kKeras3,
     .rest = "<backend>",
     .help = "a backend of Keras 3, by the name that KERAS_BACKEND takes, such as openvino",
     .needs = "a Python with Keras 3 and that backend: $KASSAY_PYTHON, or else python3",
     .example = "keras3:openvino",
     .command = python_worker,
     .environment = {kPythonVariable, "PYTHONPATH", "KERAS_HOME"}},
};

// The kind whose name is nearest to the argument, or to its part up to the colon.
const BackendKind* nearest_kind(const std::string& argument) {
  std::vector<std::string> names;
  for (const BackendKind& kind : kKinds) names.emplace_back(kind.name);
  const std::string beginning = argument.substr(0, argument.find(':') + 1);
  for (const std::string& text : {argument, beginning}) {
    const std::vector<std::string> nearest = closest_names(text, names, 1);
    if (!text.empty() && !nearest.empty()) return find_kind(nearest.front());
  }
  return nullptr;
}

// Whether it may name a Python module: words separated by dots.
bool is_module_name(const std::string& argument) {
  return !argument.empty() && std::ranges::all_of(argument, [](unsigned char c) {
    return c == '_' || c == '.' || std::isalnum(c) != 0;
  });
}

[[noreturn]] void throw_unknown(const std::string& argument) {
  std::string message = "unknown backend \"" + argument + "\"";
  if (const BackendKind* nearest = nearest_kind(argument)) {
    message += "; the nearest is " + nearest->form();
  } else if (is_module_name(argument)) {
    message += "; for a Python module write python:" + argument;
  }
  message += ". Known backends:";
  for (const BackendKind& kind : kKinds) {
    message += "\n  " + kind.form() + "  " + std::string(kind.help);
  }
  throw CannotStart(message);
}

}  // namespace

std::span<const BackendKind> backend_kinds() { return kKinds; }

const BackendKind* find_kind(std::string_view argument) {
  for (const BackendKind& kind : kKinds) {
    if (kind.has_rest() ? argument.starts_with(kind.name) : argument == kind.name) return &kind;
  }
  return nullptr;
}

NamedBackend named_backend(const std::string& argument) {
  const BackendKind* kind = find_kind(argument);
  if (kind == nullptr) throw_unknown(argument);
  std::string rest = argument.substr(kind->name.size());
  if (!kind->example.empty() && rest.find_first_not_of(" \t\n") == std::string::npos) {
    throw CannotStart(std::string(kind->name) + " needs " + std::string(kind->needs) + ", as in " +
                      std::string(kind->example));
  }
  return {*kind, std::move(rest)};
}

std::optional<std::string> plugin_path(const std::string& argument) {
  const BackendKind* kind = find_kind(argument);
  if (kind == nullptr || kind->name != kPlugin) return std::nullopt;
  return argument.substr(kPlugin.size());
}

std::string backend_forms() {
  std::string text;
  for (const BackendKind& kind : kKinds) {
    if (!text.empty()) text += &kind == &std::end(kKinds)[-1] ? " or " : ", ";
    text += kind.form();
  }
  return text;
}

}  // namespace kassay::runner
