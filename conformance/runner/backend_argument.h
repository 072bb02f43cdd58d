// What a backend argument means: the command line of its worker.
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

// The options, with the cache of the argument's kind as a folder that its workers may write; it is made, if it can be.
BackendOptions with_cache(const std::string& argument, BackendOptions options);

// Of the kind that the argument names (backend_kinds.h). Throws CannotStart where there is none, and
// where the argument ends too early.
std::vector<std::string> worker_command(const std::string& argument, const BackendOptions& options);

// The variables of the environment on which the kind of backend depends, as far as they are set.
std::map<std::string, std::string> backend_environment(const std::string& argument);

// The folder of the program that is running.
std::string program_directory();

}  // namespace kassay::runner
