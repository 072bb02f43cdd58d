// `kassay fuzz`: random programs of the whole API on a backend.
#pragma once

namespace CLI {
class App;
}

namespace kassay::cli {

void add_fuzz(CLI::App& app, int& exit_code);

}  // namespace kassay::cli
