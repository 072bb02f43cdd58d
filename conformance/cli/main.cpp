// The program `kassay`.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/cli/app.h"
#include "conformance/cli/bench.h"
#include "conformance/cli/coverage.h"
#include "conformance/cli/diff.h"
#include "conformance/cli/documents.h"
#include "conformance/cli/exec.h"
#include "conformance/cli/exit_code.h"
#include "conformance/cli/explain.h"
#include "conformance/cli/fuzz.h"
#include "conformance/cli/help.h"
#include "conformance/cli/list.h"
#include "conformance/cli/merge.h"
#include "conformance/cli/oracle.h"
#include "conformance/cli/report.h"
#include "conformance/cli/run.h"
#include "conformance/cli/waive.h"
#include "conformance/runner/backend_argument.h"
#include "spec/lib/version.h"

namespace {

// `kassay run ... --in-process`: another program has the interpreters and the same command.
bool wants_in_process(int argc, char** argv) {
  using namespace std::string_view_literals;
  return argc > 2 && argv[1] == "run"sv &&
         std::any_of(argv + 2, argv + argc, [](char* word) { return word == "--in-process"sv; });
}

int become_in_process(char** argv) {
  std::string program = kassay::runner::program_directory() + "/kassay-in-process";
  execv(program.c_str(), argv);
  std::cerr << "kassay: cannot run " << program << ": " << std::strerror(errno)
            << "; build the target kassay-in-process\n";
  return kassay::cli::kCannotStart;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace kassay::cli;
  if (wants_in_process(argc, argv)) return become_in_process(argv);
  const char* const description =
      "The Keras backend API, made executable: conformance runs and reports.";
  return run_app(description, argc, argv, [=](CLI::App& app, int& exit_code) {
    app.set_version_flag("--version", "kassay " + kassay::version());
    app.footer(
        "`kassay COMMAND --help` explains a command, with examples.\n\n"
        "A first run:\n"
        "  kassay run --backend reference --tier smoke\n"
        "  kassay run --backend optimized --out results.jsonl\n"
        "  kassay report results.jsonl --out report.html" +
        where_documents_are());
    add_list(app, exit_code);
    add_run(
        app, exit_code,
        argc > 2 ? std::vector<std::string>(argv + 2, argv + argc) : std::vector<std::string>());
    add_merge(app, exit_code);
    add_waive(app, exit_code);
    add_exec(app, exit_code);
    add_explain(app, exit_code);
    add_coverage(app, exit_code);
    add_report(app, exit_code);
    add_diff(app, exit_code);
    add_bench(app, exit_code);
    add_fuzz(app, exit_code);
    add_oracle(app);
    add_help(app, exit_code);
  });
}
