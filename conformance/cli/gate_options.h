// The gate options of `kassay run` and `kassay report`.
#pragma once

#include <string>

#include "reports/gates/gates.h"

namespace CLI {
class App;
}

namespace kassay::cli {

// For the help of both commands: how the options work together.
extern const char kGatesHelp[];

// `settings` must outlive the app.
void add_gate_options(CLI::App& command, reports::GateSettings& settings);

// Reports on standard error which gates failed, and why; `label` names the run if there are
// several. Returns whether all gates passed.
bool gates_open(const Results& results, const reports::GateSettings& settings,
                const std::string& label);

}  // namespace kassay::cli
