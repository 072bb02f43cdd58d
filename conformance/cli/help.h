// `kassay help`: the help of a command, as its --help prints it.
#pragma once

namespace CLI {
class App;
}

namespace kassay::cli {

void add_help(CLI::App& app, int& exit_code);

}  // namespace kassay::cli
