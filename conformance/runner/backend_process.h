// A backend under test, in this process or another: open it by its argument, run one program at a time.
//
// If the backend crashes, hangs, exits, writes garbage to the pipe or exhausts memory, `run` still
// returns within the deadline with a value that says so, and the next `run` gets a fresh worker.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "conformance/compare/compare.h"
#include "conformance/protocol/execute.h"
#include "conformance/protocol/messages.h"
#include "conformance/runner/sandbox.h"
#include "spec/lib/backend.h"
#include "spec/lib/program.h"
#include "spec/lib/results.h"

namespace kassay::runner {

struct BackendOptions {
  Edition edition = Edition::kKo;
  double start_timeout = 60;  // seconds within which the worker must introduce itself
  std::uint64_t memory = 0;   // bytes that a worker may allocate; 0: no limit
  std::uint64_t max_answer = protocol::kMaxMessageBytes;  // bytes of one answer
  Sandbox sandbox = {};
  bool user_settings = false;  // a Python module starts with the settings of keras.json, not the
                               // defaults
  std::function<void(const std::string&)> trace = {};  // receives each message, one line or more
  const std::atomic<bool>* cancelled = nullptr;        // once true, `run` throws Cancelled soon
};

using protocol::AbnormalEnd;
using protocol::CallResult;

// The backend argument is unknown, or the backend did not start. The message says what to do.
class CannotStart : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
// The backend started and said that this machine lacks something that it needs, such as a device.
class BackendAbsent : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
// The run was interrupted while a backend was busy.
class Cancelled : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Use from one thread at a time.
class Connection {
 public:
  virtual ~Connection() = default;
  virtual const BackendInfo& info() const = 0;
  // None if the backend runs in this process.
  virtual std::optional<SandboxRecord> sandbox() const { return std::nullopt; }
  // Runs the program unchanged. `deadline` is in seconds from now.
  virtual CallResult run(const Program& program, const Inputs& inputs, double deadline) = 0;
  // Runs the programs at the same time, each `times` times in its own thread of the worker. Returns the different answers to each.
  // Requires a backend whose info allows threads.
  virtual std::variant<std::vector<std::vector<CallResult>>, AbnormalEnd> run_together(
      const std::vector<protocol::ProgramRun>& runs, std::int64_t times, double deadline);
  // How many programs its worker has run; 0 without a worker, or if it cannot be replaced.
  virtual std::int64_t programs() const { return 0; }
  // Seconds spent on writing requests and reading answers, without waiting for them.
  virtual double message_seconds() const { return 0; }
  // Bytes that its worker and the worker's descendants hold; 0 if unknown.
  virtual std::uint64_t memory() const { return 0; }
  // The next program gets a fresh worker.
  virtual void renew() {}
};

// Starts the backend that `argument` names ("reference", "exec:./my-backend --flag", ...).
// Throws CannotStart, BackendAbsent or Cancelled.
std::unique_ptr<Connection> open_backend(const std::string& argument,
                                         const BackendOptions& options);
using OpenBackend =
    std::function<std::unique_ptr<Connection>(const std::string&, const BackendOptions&)>;

}  // namespace kassay::runner
