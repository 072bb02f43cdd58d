#include "conformance/cli/oracle.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "conformance/runner/backend_argument.h"
#include "conformance/runner/backend_process.h"

namespace kassay::cli {

namespace fs = std::filesystem;

Oracle find_oracle(const std::string& command) {
  const char* const given = std::getenv("KASSAY_ORACLE_PYTHON");
  const bool named = given != nullptr && *given != '\0';
  std::error_code none;
  for (fs::path folder = runner::program_directory(); folder.has_relative_path();
       folder = folder.parent_path()) {
    for (const char* const place : {"generators", "share/kassay/oracle/generators"}) {
      const fs::path modules = folder / place;
      if (!fs::exists(modules / "kassay_generators" / "fuzzing", none)) continue;
      const fs::path own = folder / "build/venv/bin/python";
      // In a clone kassay_distributed is in another folder.
      const std::string folders = modules.string() + ":" + (folder / "conformance/python").string();
      return {folders, named ? given : fs::exists(own, none) ? own.string() : "python3"};
    }
  }
  throw runner::CannotStart("`" + command +
                            "` needs the oracle, which is in a clone of the sources (after ./run "
                            "setup) and in the wheel, and not in this installation.");
}

void become_python(const Oracle& oracle, const std::vector<std::string>& words) {
  // For backends that the module starts.
  const char* const callers = std::getenv("PYTHONPATH");
  setenv("KASSAY_CALLERS_PYTHONPATH", callers == nullptr ? "" : callers, /*overwrite=*/1);
  setenv("PYTHONPATH", oracle.modules.c_str(), /*overwrite=*/1);
  std::vector<char*> arguments = {const_cast<char*>(oracle.python.c_str())};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments.front(), arguments.data());
  throw runner::CannotStart("cannot run " + oracle.python + ": " + std::strerror(errno) +
                            "; $KASSAY_ORACLE_PYTHON names another Python");
}

void add_oracle(CLI::App& app) {
  CLI::App* command = app.add_subcommand("oracle", "Run a module of the oracle");
  command->group("")->prefix_command();
  command->callback([command] {
    std::vector<std::string> words = command->remaining();
    if (words.empty()) throw CLI::RequiredError("MODULE");
    words.insert(words.begin(), "-m");
    become_python(find_oracle("kassay oracle"), words);
  });
}

}  // namespace kassay::cli
