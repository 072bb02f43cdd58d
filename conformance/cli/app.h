// The frame that every program with subcommands shares.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace kassay::cli {

// Parses the command line and runs the subcommand that it names. `add_commands` adds the subcommands, whose callbacks set
// the exit code. Any exception becomes a message on standard error and an exit code of exit_code.h.
int run_app(const char* description, int argc, char** argv,
            const std::function<void(CLI::App& app, int& exit_code)>& add_commands);

}  // namespace kassay::cli
