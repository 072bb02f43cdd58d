// The options of `kassay run` and `kassay report` that shut gates.
#pragma once

#include <string>

#include "reports/gates/gates.h"

namespace CLI {
class App;
}

namespace kassay::cli {

// For the help of both commands: what the options say together.
extern const char kGatesHelp[];

// `settings` must live as long as the app.
void add_gate_options(CLI::App& command, reports::GateSettings& settings);

// Says on standard error which gates are shut, and why; `label` names the run, where there are
// several. Returns whether all of them are open.
bool gates_open(const Results& results, const reports::GateSettings& settings,
                const std::string& label);

}  // namespace kassay::cli
