// `kassay run`, also for the program that runs an interpreter in its own process.
#pragma once

#include <string>
#include <vector>

#include "conformance/runner/backend_process.h"

namespace CLI {
class App;
}

namespace kassay::cli {

// `words` are those behind "kassay run"; --scheduler passes them on.
void add_run(CLI::App& app, int& exit_code, std::vector<std::string> words);

// `open` starts the backends. With `in_process` it connects to a single process, so there is at
// most one job.
void add_run_with(CLI::App& app, int& exit_code, runner::OpenBackend open, bool in_process,
                  std::vector<std::string> words = {});

}  // namespace kassay::cli
