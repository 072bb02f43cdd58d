// The frame that every program with subcommands shares.
#pragma once

namespace CLI {
class App;
}

namespace kassay::cli {

// Parses and runs the subcommand, whose callback sets `exit_code`. Whatever it throws becomes a
// message on standard error and an exit code of commands.h.
int run_app(CLI::App& app, int argc, char** argv, const int& exit_code);

}  // namespace kassay::cli
