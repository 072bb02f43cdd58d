// The program `kassay-in-process`, which `kassay run --in-process` becomes: a run without a second
// process, for debuggers and profilers. It depends on everything. It is therefore not part of
// `kassay`, which a backend cannot crash.
#include <memory>
#include <optional>
#include <string>

#include "conformance/cli/app.h"
#include "conformance/cli/run.h"
#include "conformance/protocol/execute.h"
#include "conformance/runner/backend_argument.h"
#include "conformance/runner/backend_kinds.h"
#include "conformance/worker/interpreters.h"
#include "spec/lib/error.h"

namespace kassay::cli {
namespace {

// A backend in this process. Deadlines and limits do not apply: they need a second process.
class DirectConnection : public runner::Connection {
 public:
  explicit DirectConnection(std::unique_ptr<Backend> backend)
      : backend_(std::move(backend)), info_(backend_->info()) {}
  const BackendInfo& info() const override { return info_; }
  protocol::CallResult run(const Program& program, const Inputs& inputs, double) override {
    return protocol::execute(*backend_, program, inputs);
  }

 private:
  std::unique_ptr<Backend> backend_;
  BackendInfo info_;
};

std::unique_ptr<runner::Connection> open_directly(const std::string& argument,
                                                  const runner::BackendOptions& options) {
  if (runner::plugin_path(argument)) {
    throw runner::CannotStart("a plug-in may crash its process: leave out --in-process");
  }
  try {
    return std::make_unique<DirectConnection>(worker::make_interpreter(argument, options.edition));
  } catch (const Unsupported& reason) {
    throw runner::CannotStart(std::string(reason.what()) +
                              "; --in-process runs the built-in ones only");
  }
}

}  // namespace
}  // namespace kassay::cli

int main(int argc, char** argv) {
  using namespace kassay::cli;
  return run_app("Conformance runs in one process.", argc, argv, [](CLI::App& app, int& exit_code) {
    add_run_with(app, exit_code, open_directly, /*in_process=*/true);
  });
}
