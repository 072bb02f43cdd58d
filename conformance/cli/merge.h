// The subcommand `kassay merge`.
#pragma once

namespace CLI {
class App;
}

namespace kassay::cli {

// Its callback does the work and sets the exit code.
void add_merge(CLI::App& app, int& exit_code);

}  // namespace kassay::cli
