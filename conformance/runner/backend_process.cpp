#include "conformance/runner/backend_process.h"

#include <optional>
#include <set>
#include <utility>

#include "conformance/protocol/messages.h"
#include "conformance/runner/backend_argument.h"
#include "conformance/runner/run_times.h"
#include "conformance/runner/sandbox_note.h"
#include "conformance/runner/worker_process.h"
#include "spec/lib/error.h"
#include "spec/lib/printable.h"

namespace kassay::runner {
namespace {

// After its output has ended, a worker gets this long to exit, so that its exit status is known.
constexpr double kEndSeconds = 1;
constexpr double kStopSeconds = 2;
// A worker that fails to start this many times in a row is not started again: each attempt may take
// the whole start timeout.
constexpr int kMaxFailedStarts = 3;
constexpr int kErrorLines = 10;
constexpr std::size_t kErrorBytes = 2000;

std::string seconds_text(double seconds) {
  std::string text = std::to_string(seconds);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text + " s";
}

std::string with_standard_error(std::string message, const WorkerProcess& process) {
  std::string lines = last_lines(process.standard_error(), kErrorLines, kErrorBytes);
  if (!lines.empty()) message += "\nstandard error ends with:\n" + lines;
  return message;
}

class ProcessConnection : public Connection {
 public:
  ProcessConnection(const std::string& argument, const BackendOptions& options)
      : argument_(argument),
        options_(with_cache(argument, options)),
        command_(worker_command(argument, options)) {
    start();
  }
  ~ProcessConnection() override {
    if (process_) process_->stop(protocol::encode(protocol::Stop{}), kStopSeconds);
  }

  const BackendInfo& info() const override { return info_; }
  std::optional<SandboxRecord> sandbox() const override {
    return record_of(options_.sandbox, measures_);
  }

  double message_seconds() const override { return message_seconds_; }
  std::uint64_t memory() const override { return process_ ? process_->memory() : 0; }
  std::int64_t programs() const override { return process_ ? programs_ : 0; }
  void renew() override { process_.reset(); }

  CallResult run(const Program& program, const Inputs& inputs, double deadline) override {
    if (std::optional<AbnormalEnd> end = lacking(program, inputs)) return *std::move(end);
    const auto request = [&] { return protocol::Run{id_, program, deadline, inputs}; };
    return ask<CallResult>(request, deadline, [&](protocol::Reply reply) {
      CallResult result = interpret(answer_in(std::move(reply)));
      add_sandbox_note(result);
      return result;
    });
  }

  std::variant<std::vector<std::vector<CallResult>>, AbnormalEnd> run_together(
      const std::vector<protocol::ProgramRun>& runs, std::int64_t times, double deadline) override {
    using Result = std::variant<std::vector<std::vector<CallResult>>, AbnormalEnd>;
    const auto request = [&] { return protocol::Together{id_, runs, times, deadline}; };
    return ask<Result>(request, deadline, [&](protocol::Reply reply) -> Result {
      auto* answers = std::get_if<protocol::Answers>(&reply);
      if (answers == nullptr) {
        CallResult result = interpret(answer_in(std::move(reply)));
        if (auto* end = std::get_if<AbnormalEnd>(&result)) return *std::move(end);
        throw protocol::ProtocolError("the answer to \"together\" must be \"answers\"");
      }
      check_id(answers->id);
      if (answers->of_runs.size() != runs.size()) {
        throw protocol::ProtocolError("answers to " + std::to_string(answers->of_runs.size()) +
                                      " programs, but the request had " +
                                      std::to_string(runs.size()));
      }
      std::vector<std::vector<CallResult>> results;
      for (std::vector<protocol::Answer>& different : answers->of_runs) {
        std::vector<CallResult> of_run;
        for (protocol::Answer& answer : different) of_run.push_back(interpret(std::move(answer)));
        results.push_back(std::move(of_run));
      }
      return results;
    });
  }

 private:
  std::variant<protocol::Frame, Interruption> exchange(WorkerProcess& process,
                                                       std::span<const std::byte> request,
                                                       double seconds) {
    if (options_.trace) {
      options_.trace("> " + protocol::describe_message(request.subspan(protocol::kLengthBytes)));
    }
    auto received = process.exchange(request, deadline_after(seconds), options_.max_answer);
    if (!options_.trace) return received;
    if (const auto* frame = std::get_if<protocol::Frame>(&received)) {
      options_.trace("< " + protocol::describe_message({frame->buffer.get(), frame->size}));
    } else {
      const auto& interruption = std::get<Interruption>(received);
      const bool late = interruption.cause == Interruption::Cause::kTimeout;
      options_.trace(std::string("< nothing") + (late ? " within the deadline" : "") +
                     (interruption.detail.empty() ? "" : ": " + interruption.detail));
    }
    return received;
  }

  // Returns `interpret(reply)`, or how the worker ended. Calls `request` once the id is set.
  template <class Result>
  Result ask(const auto& request, double deadline, const auto& interpret) {
    if (!process_) {
      if (std::optional<std::string> failure = restart()) {
        return AbnormalEnd{Outcome::kNotRun, *failure};
      }
    }
    ++id_;
    ++programs_;
    Stopwatch watch;
    std::vector<std::byte> bytes;
    try {
      bytes = protocol::encode(request());
    } catch (const protocol::ProtocolError& error) {
      return AbnormalEnd{Outcome::kUnsupported, error.what()};
    }
    message_seconds_ += watch.lap();
    if (std::optional<Interruption> interruption = process_->unasked()) {
      return discard(*interruption, deadline);
    }
    std::variant<protocol::Frame, Interruption> received;
    try {
      received = exchange(*process_, bytes, deadline);
    } catch (const Cancelled&) {
      process_.reset();  // it is in the middle of a call: asking it to stop would not help
      throw;
    }
    if (const auto* interruption = std::get_if<Interruption>(&received)) {
      return discard(*interruption, deadline);
    }
    protocol::Frame& frame = std::get<protocol::Frame>(received);
    watch.lap();
    try {
      Result result = interpret(protocol::decode_reply(std::move(frame.buffer), frame.size));
      message_seconds_ += watch.lap();
      return result;
    } catch (const protocol::ProtocolError& error) {
      return discard(Interruption{Interruption::Cause::kViolation, error.what()}, deadline);
    } catch (const std::bad_alloc&) {
      const std::string problem = "there is not enough memory to read the answer of " +
                                  std::to_string(frame.size) + " bytes";
      return discard(Interruption{Interruption::Cause::kViolation, problem}, deadline);
    } catch (const Violation& violation) {
      return discard(Interruption{Interruption::Cause::kBreach, violation.what()}, deadline);
    }
  }

  // Throws CannotStart, BackendAbsent or Cancelled.
  void start() {
    auto process = std::make_unique<WorkerProcess>(command_, options_.memory, options_.sandbox,
                                                   options_.cancelled);
    const std::string backend = "the backend \"" + argument_ + "\" ";
    auto fail = [&](const std::string& why) {
      const std::string problem = with_standard_error(backend + "did not start: " + why, *process);
      return CannotStart(problem + sandbox_note(options_.sandbox, process->measures(),
                                                why + "\n" + process->standard_error()));
    };
    auto received =
        exchange(*process, protocol::encode(protocol::Start{protocol::kVersion, options_.edition}),
                 options_.start_timeout);
    if (const auto* interruption = std::get_if<Interruption>(&received)) {
      End end = process->end(interruption->cause == Interruption::Cause::kEnded ? kEndSeconds : 0);
      const bool late = interruption->cause == Interruption::Cause::kTimeout;
      const bool ended = interruption->cause == Interruption::Cause::kEnded;
      const CannotStart failure = fail(explain(*interruption, end, options_.start_timeout) +
                                       (late ? "; --start-timeout gives it more time" : ""));
      if ((!late && !ended) || !process->standard_error().empty()) throw failure;
      throw CannotStart(failure.what() + sandbox_note(options_.sandbox, process->measures()));
    }
    protocol::Frame& frame = std::get<protocol::Frame>(received);
    protocol::Reply reply;
    try {
      reply = protocol::decode_reply(std::move(frame.buffer), frame.size);
    } catch (const protocol::ProtocolError& error) {
      throw fail(std::string("its first message is wrong: ") + error.what());
    }
    if (const auto* absent = std::get_if<protocol::NotSupported>(&reply)) {
      throw BackendAbsent(backend + "is not available here: " + printable(absent->reason) +
                          sandbox_note(options_.sandbox, process->measures(), absent->reason));
    }
    if (const auto* error = std::get_if<protocol::Error>(&reply)) {
      throw fail(printable(error->message));
    }
    auto* started = std::get_if<protocol::Started>(&reply);
    if (started == nullptr) throw fail("it did not answer the message \"start\" with \"started\"");
    if (started->protocol != protocol::kVersion) {
      throw fail("it speaks version " + std::to_string(started->protocol) +
                 " of the protocol, and this program version " +
                 std::to_string(protocol::kVersion));
    }
    info_ = std::move(started->info);
    functions_ = {info_.functions.begin(), info_.functions.end()};
    dtypes_ = {info_.dtypes.begin(), info_.dtypes.end()};
    process_ = std::move(process);
    measures_ = process_->measures();
    programs_ = 0;
  }

  // The problem, if the worker cannot be restarted.
  std::optional<std::string> restart() {
    if (failed_starts_ >= kMaxFailedStarts) {
      return "not run: the worker failed to restart " + std::to_string(kMaxFailedStarts) +
             " times in a row";
    }
    try {
      start();
    } catch (const Cancelled&) {
      throw;
    } catch (const std::runtime_error& error) {
      ++failed_starts_;
      return std::string("not run: the worker ended in an earlier case, and then ") + error.what();
    }
    failed_starts_ = 0;
    return std::nullopt;
  }

  // Unsupported, if the program needs a function or dtype that the backend has not announced.
  std::optional<AbnormalEnd> lacking(const Program& program, const Inputs& inputs) const {
    std::set<std::string> lacks;
    for (const std::string& function : functions_called(program)) {
      if (!functions_.empty() && !functions_.contains(function)) lacks.insert(function);
    }
    if (!lacks.empty()) {
      const std::string text = "the backend does not offer " + *lacks.begin();
      return AbnormalEnd{.outcome = Outcome::kUnsupported, .message = text, .lacks = lacks};
    }
    for (const auto& [name, tensor] : inputs) {
      if (!dtypes_.empty() && !dtypes_.contains(dtype_name(tensor.dtype()))) {
        const std::string dtype(dtype_name(tensor.dtype()));
        return AbnormalEnd{Outcome::kUnsupported, "the backend does not have the dtype " + dtype};
      }
    }
    return std::nullopt;
  }

  void check_id(std::int64_t id) const {
    if (id == id_) return;
    throw protocol::ProtocolError("the answer has id " + std::to_string(id) +
                                  ", but the request had " + std::to_string(id_));
  }

  static protocol::Answer answer_in(protocol::Reply reply) {
    if (auto* outputs = std::get_if<protocol::Outputs>(&reply)) return *std::move(outputs);
    if (auto* reason = std::get_if<protocol::NotSupported>(&reply)) return *std::move(reason);
    if (auto* error = std::get_if<protocol::Error>(&reply)) return *std::move(error);
    const bool started = std::holds_alternative<protocol::Started>(reply);
    throw protocol::ProtocolError(std::string(started ? "\"started\"" : "\"answers\"") +
                                  " is not an answer to \"run\"");
  }

  CallResult interpret(protocol::Answer reply) const {
    if (auto* error = std::get_if<protocol::Error>(&reply)) {
      std::string message = printable(error->message);
      if (error->kind == protocol::kBadMessage) {
        throw protocol::ProtocolError("the worker could not use the request: " + message);
      }
      // The id is 0 if even the request did not fit into memory.
      if (error->kind == protocol::kOutOfMemory && (error->id == id_ || error->id == 0)) {
        return AbnormalEnd{Outcome::kOutOfMemory, message, error->call};
      }
      check_id(error->id);
      if (error->kind == protocol::kViolation) throw Violation(message);
      if (error->kind == protocol::kAlteredInput) {
        return AbnormalEnd{Outcome::kError, message, error->call};
      }
      return compare::Answer{.outputs = {},
                             .error_kind = error->kind,
                             .error_message = message,
                             .failed_call = error->call};
    }
    if (auto* unsupported = std::get_if<protocol::NotSupported>(&reply)) {
      check_id(unsupported->id);
      return AbnormalEnd{Outcome::kUnsupported, printable(unsupported->reason)};
    }
    auto& outputs = std::get<protocol::Outputs>(reply);
    check_id(outputs.id);
    return compare::Answer{std::move(outputs.outputs), {}, {}, std::move(outputs.seconds)};
  }

  // Looks for denials in exceptions, and in what the backend printed if it went on after a denial.
  void add_sandbox_note(CallResult& result) const {
    if (auto* answer = std::get_if<compare::Answer>(&result)) {
      answer->remark = sandbox_note(options_.sandbox, measures_,
                                    answer->error_message + "\n" + process_->standard_error());
    } else {
      auto& end = std::get<AbnormalEnd>(result);
      end.message += sandbox_note(options_.sandbox, measures_,
                                  end.message + "\n" + process_->standard_error());
    }
  }

  static std::string explain(const Interruption& interruption, const End& end, double deadline) {
    switch (interruption.cause) {
      case Interruption::Cause::kTimeout:
        return "no complete answer within " + seconds_text(deadline) +
               (interruption.detail.empty() ? "" : ": it stopped " + interruption.detail);
      case Interruption::Cause::kViolation:
        return "the worker broke the protocol: " + interruption.detail;
      case Interruption::Cause::kBreach:
        return "the backend broke the contract of its interface: " + interruption.detail;
      case Interruption::Cause::kMemory:
        return "the worker and its descendants hold " + interruption.detail + " (--memory)";
      case Interruption::Cause::kEnded:
        break;
    }
    return "the worker " + end.description +
           (interruption.detail.empty() ? "" : " " + interruption.detail);
  }

  // Ends the worker, which can no longer be trusted, and says why.
  AbnormalEnd discard(const Interruption& interruption, double deadline) {
    End end = process_->end(interruption.cause == Interruption::Cause::kEnded ? kEndSeconds : 0);
    std::unique_ptr<WorkerProcess> process = std::move(process_);
    if (options_.trace) options_.trace("! " + explain(interruption, end, deadline));
    Outcome outcome = interruption.cause == Interruption::Cause::kTimeout  ? Outcome::kTimeout
                      : interruption.cause == Interruption::Cause::kMemory ? Outcome::kOutOfMemory
                      : interruption.cause == Interruption::Cause::kEnded  ? end.outcome
                                                                           : Outcome::kCrash;
    const std::string message = with_standard_error(explain(interruption, end, deadline), *process);
    return AbnormalEnd{
        outcome, message + sandbox_note(options_.sandbox, measures_, process->standard_error())};
  }

  std::string argument_;
  BackendOptions options_;
  std::vector<std::string> command_;
  BackendInfo info_;
  guard::Measures measures_{};
  std::set<std::string, std::less<>> functions_, dtypes_;
  std::unique_ptr<WorkerProcess> process_;
  double message_seconds_ = 0;
  std::int64_t id_ = 0;
  std::int64_t programs_ = 0;  // sent to this worker
  int failed_starts_ = 0;
};

}  // namespace

std::variant<std::vector<std::vector<CallResult>>, AbnormalEnd> Connection::run_together(
    const std::vector<protocol::ProgramRun>& /*runs*/, std::int64_t /*times*/,
    double /*deadline*/) {
  return AbnormalEnd{Outcome::kUnsupported, "this backend runs in one thread"};
}

std::unique_ptr<Connection> open_backend(const std::string& argument,
                                         const BackendOptions& options) {
  return std::make_unique<ProcessConnection>(argument, options);
}

}  // namespace kassay::runner
