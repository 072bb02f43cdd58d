// The program `kassay-worker`: an interpreter or a native plug-in behind the worker protocol, in a
// process that may crash. It is the only program that links the interpreters and loads plug-ins.
//
//   kassay-worker --backend reference --edition ko      speaks the protocol on its standard streams
//   kassay-worker run ... --in-process                  `kassay run` without a second process
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/adapters/plugin/plugin.h"
#include "conformance/cli/app.h"
#include "conformance/cli/commands.h"
#include "conformance/cli/run_command.h"
#include "conformance/runner/backend_argument.h"
#include "conformance/runner/execute.h"
#include "conformance/worker/interpreters.h"
#include "conformance/worker/serve.h"
#include "spec/lib/error.h"

namespace {

using namespace kassay;

// A backend of this process. Deadlines and limits are not kept: that takes a second process.
class DirectConnection : public runner::Connection {
 public:
  explicit DirectConnection(std::unique_ptr<Backend> backend)
      : backend_(std::move(backend)), info_(backend_->info()) {}
  const BackendInfo& info() const override { return info_; }
  runner::CallResult run(const Program& program, const Inputs& inputs, double) override {
    return runner::execute(*backend_, program, inputs);
  }

 private:
  std::unique_ptr<Backend> backend_;
  BackendInfo info_;
};

std::unique_ptr<runner::Connection> open_directly(const std::string& argument,
                                                  const runner::BackendOptions& options) {
  if (runner::plugin_path(argument)) {
    throw runner::CannotStart("a plug-in may bring down its process: leave out --in-process");
  }
  try {
    return std::make_unique<DirectConnection>(worker::make_interpreter(argument, options.edition));
  } catch (const Unsupported& reason) {
    throw runner::CannotStart(std::string(reason.what()) +
                              "; --in-process runs the built-in ones only");
  }
}

std::unique_ptr<Backend> make_backend(const std::string& argument, Edition edition) {
  const std::optional<std::string> path = runner::plugin_path(argument);
  return path ? plugin::make_backend(plugin::load(*path), edition)
              : worker::make_interpreter(argument, edition);
}

int serve_backend(int argc, char** argv) {
  CLI::App app(
      "An interpreter or a native plug-in behind the worker protocol (conformance/PROTOCOL.md).",
      "kassay-worker");
  std::string backend, edition;
  app.add_option("--backend", backend, "reference, optimized or plugin:<file.so>")->required();
  app.add_option("--edition", edition, "The only edition to serve: ko, zh or ja")
      ->check(CLI::IsMember({"ko", "zh", "ja"}));
  CLI11_PARSE(app, argc, argv);
  worker::ProtocolStreams streams = worker::take_standard_streams();
  worker::end_with_runner(streams.input);
  return worker::serve(
      [&](Edition wanted) {
        if (!edition.empty() && parse_edition(edition) != wanted) {
          throw std::runtime_error("this worker was started for edition " + edition + ", not " +
                                   std::string(edition_name(wanted)));
        }
        return make_backend(backend, wanted);
      },
      streams);
}

int run_in_process(int argc, char** argv) {
  CLI::App app("Conformance runs in one process.", "kassay");
  app.require_subcommand(1);
  int exit_code = cli::kConformant;
  cli::add_run_with(app, exit_code, open_directly, /*in_process=*/true);
  return cli::run_app(app, argc, argv, exit_code);
}

}  // namespace

int main(int argc, char** argv) {
  bool run = argc > 1 && std::string_view(argv[1]) == "run";
  return run ? run_in_process(argc, argv) : serve_backend(argc, argv);
}
