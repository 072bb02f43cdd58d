#pragma once

namespace CLI {
class App;
}

namespace kassay::cli {

void add_bench(CLI::App& app, int& exit_code);

}  // namespace kassay::cli
