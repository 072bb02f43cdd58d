// Turns a backend argument into the command line of its worker.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/runner/backend_process.h"

namespace kassay::runner {

// Splits as a shell does: blanks separate, quotes and backslashes protect. Nothing is expanded.
// Throws CannotStart where a quote is not closed.
std::vector<std::string> split_command(const std::string& command);

// The options, extended by the cache folder of the argument's kind, which its workers may write to. Creates the folder if possible.
BackendOptions with_cache(const std::string& argument, BackendOptions options);

// The command line of the worker for this argument (backend_kinds.h). Throws CannotStart if the kind
// is unknown or the argument is incomplete.
std::vector<std::string> worker_command(const std::string& argument, const BackendOptions& options);

// The environment variables on which the kind of backend depends; only those that are set.
std::map<std::string, std::string> backend_environment(const std::string& argument);

// The folder of the program that is running.
std::string program_directory();

}  // namespace kassay::runner
