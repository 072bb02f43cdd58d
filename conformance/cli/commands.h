// The subcommands of `kassay`. Each file adds one; its callback does the work and sets the exit code.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace kassay::cli {

enum ExitCode {
  kConformant = 0,     // of a run: nothing is wrong (RunVerdict::exit_code)
  kNotConformant = 1,  // of a run: something is, or nothing is shown
  kUsage = 2,          // also: a file of ours that cannot be read or written
  kCannotStart = 3,    // the backend or the environment
  kNoCase = 4,
  kAbsent = 77  // a whole backend is missing; ctest's SKIP_RETURN_CODE
};

void add_list(CLI::App& app, int& exit_code);
void add_run(CLI::App& app, int& exit_code);
void add_waive(CLI::App& app, int& exit_code);
void add_exec(CLI::App& app, int& exit_code);
void add_explain(CLI::App& app, int& exit_code);
void add_coverage(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code);
void add_diff(CLI::App& app, int& exit_code);

// The default of --vectors: $KASSAY_VECTORS or, beside the folder of this program,
// share/kassay/vectors if it is installed and `vectors` in a build folder.
std::string default_vectors_directory();

}  // namespace kassay::cli
