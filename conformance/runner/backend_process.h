// A backend under test, wherever it runs: open one by its argument, run one program at a time.
//
// However the backend behaves (crash, hang, exit, garbage on the pipe, exhausted memory), `run`
// returns within the deadline with a value that says so, and the next `run` finds a fresh worker.
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
#include "conformance/runner/protocol.h"
#include "spec/lib/backend.h"
#include "spec/lib/program.h"
#include "spec/lib/results.h"

namespace kassay::runner {

struct BackendOptions {
  Edition edition = Edition::kKo;
  double start_timeout = 60;  // seconds until the worker must have introduced itself
  std::uint64_t memory = 0;   // bytes that a worker may allocate; 0: no limit
  std::uint64_t max_answer = protocol::kMaxMessageBytes;  // bytes of one answer
  bool user_settings = false;  // a Python module begins with those of keras.json, not the defaults
  std::function<void(const std::string&)> trace = {};  // is told each message, a line or more
  const std::atomic<bool>* cancelled = nullptr;        // once true, `run` throws Cancelled soon
};

// No answer came: why, as the outcome of the case. kUnsupported where the backend said so; kCrash,
// kTimeout or kOutOfMemory where it ended or broke the protocol; kError where it altered an input.
struct AbnormalEnd {
  Outcome outcome;
  std::string message;
};
using CallResult = std::variant<compare::Answer, AbnormalEnd>;

// The backend argument is unknown, or the backend did not start. The message says what to do.
class CannotStart : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
// The backend started and said that what it needs (a device, say) is not on this machine.
class BackendAbsent : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
// The run was interrupted while a backend was busy.
class Cancelled : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Used by one thread at a time.
class Connection {
 public:
  virtual ~Connection() = default;
  virtual const BackendInfo& info() const = 0;
  // Runs the program as it is. `deadline` is in seconds from now.
  virtual CallResult run(const Program& program, const Inputs& inputs, double deadline) = 0;
  // How many programs its worker was given; 0 where it has none, or where no other is to be had.
  virtual std::int64_t programs() const { return 0; }
  // Seconds that went into writing requests and reading answers, and not into waiting for them.
  virtual double message_seconds() const { return 0; }
  // The next program finds a worker that has run nothing.
  virtual void renew() {}
};

// Starts the backend that `argument` names ("reference", "exec:./my-backend --flag", ...).
// Throws CannotStart, BackendAbsent or Cancelled.
std::unique_ptr<Connection> open_backend(const std::string& argument,
                                         const BackendOptions& options);
using OpenBackend =
    std::function<std::unique_ptr<Connection>(const std::string&, const BackendOptions&)>;

// Runs a case that has one mode, as `in_mode` makes it.
CallResult run_case(Connection& connection, const Case& test_case, double deadline);

// What came out of such a case, judged against what it expects; all of the result but the seconds.
// `function` is what the specification says of the function of the case: with it messages tell what
// a reading means.
CaseResult result_of(const CallResult& called, const Case& test_case,
                     const FunctionSpecification* function);

// Runs and judges such a case. `answer`, if given, gets what the backend answered, if it did.
CaseResult check_case(Connection& connection, const Case& test_case, double deadline,
                      const FunctionSpecification* function = nullptr,
                      std::optional<compare::Answer>* answer = nullptr);

}  // namespace kassay::runner
