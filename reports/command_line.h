// Commands that reproduce what a report shows.
#pragma once

#include <string>

#include "spec/lib/results.h"

namespace kassay::reports {

// The text as one word of a POSIX shell command.
std::string shell_word(const std::string& text);

// The `kassay explain` that runs the case again on the same backend and explains it.
std::string explain_command(const ResultsHeader& header, const CaseResult& result);

}  // namespace kassay::reports
