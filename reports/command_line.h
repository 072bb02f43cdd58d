// Commands that reproduce what a report shows.
#pragma once

#include <map>
#include <string>

#include "spec/lib/results.h"

namespace kassay::reports {

// The text as one word of a POSIX shell command.
std::string shell_word(const std::string& text);

// What a command begins with so that it runs in this environment: "NAME=value " for each variable.
std::string assignments(const std::map<std::string, std::string>& environment);

// The options with which a backend has this sandbox, each with a blank before it; empty for the default.
std::string sandbox_options(const SandboxRecord& sandbox);

// The `kassay explain` that runs the case again on the same backend and explains it. `program` is the word for kassay: on a page that of
// an installation, since others read it.
std::string explain_command(const ResultsHeader& header, const CaseResult& result,
                            const std::string& program = "kassay");

}  // namespace kassay::reports
