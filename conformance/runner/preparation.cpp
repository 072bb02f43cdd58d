#include "conformance/runner/preparation.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string_view>

#include "spec/lib/error.h"
#include "spec/lib/program_text.h"
#include "spec/lib/text.h"

namespace kassay::runner {
namespace {

constexpr std::size_t kLongestMessage = 2000;  // bytes of the message of a failed call

// Whether a call calls `function` itself, or through functions of the program among its arguments.
class Reaches {
 public:
  Reaches(const Program& program, const std::string& function)
      : program_(program), function_(function) {}

  bool operator()(const Call& call) {
    if (!call.calls_result && call.function == function_) return true;
    return std::ranges::any_of(call.args, [this](const Argument& each) { return names(each); }) ||
           std::ranges::any_of(call.kwargs,
                               [this](const auto& each) { return names(each.second); });
  }

 private:
  bool names(const Argument& argument) {
    if (const auto* list = std::get_if<ArgumentList>(&argument)) {
      return std::ranges::any_of(*list, [this](const Argument& each) { return names(each); });
    }
    const auto* named = std::get_if<FunctionName>(&argument);
    if (named == nullptr || !seen_.insert(named->name).second) return false;
    const auto found = program_.functions.find(named->name);
    return found != program_.functions.end() &&
           std::ranges::any_of(found->second.calls, std::ref(*this));
  }

  const Program& program_;
  const std::string& function_;
  std::set<std::string_view> seen_;  // functions of the program; they may name each other
};

struct HowItFailed {
  Outcome outcome;
  std::string kind, message;
  std::int64_t call;  // 0: not known
};

// None for an answer with outputs, and for calls that are unsupported or were not run.
std::optional<HowItFailed> failure_of(const CallResult& called) {
  if (const auto* end = std::get_if<AbnormalEnd>(&called)) {
    if (!counts_against(end->outcome)) return std::nullopt;
    return HowItFailed{end->outcome, "", end->message, end->failed_call};
  }
  const auto& answer = std::get<compare::Answer>(called);
  const bool lacks = answer.error_kind == error_kind_name(ErrorKind::kNotImplemented);
  if (answer.error_kind.empty() || lacks) return std::nullopt;
  return HowItFailed{Outcome::kError, answer.error_kind, answer.error_message, answer.failed_call};
}

// The message of a process that ended includes its standard error, which may differ.
bool alike(const HowItFailed& one, const HowItFailed& other) {
  if (one.outcome != other.outcome || one.kind != other.kind) return false;
  return one.kind.empty() || one.message == other.message;
}

}  // namespace

std::size_t calls_before(const Program& program, const std::string& function) {
  const auto first = std::ranges::find_if(program.calls, Reaches(program, function));
  return first == program.calls.end() ? 0 : static_cast<std::size_t>(first - program.calls.begin());
}

std::optional<FailedCall> failed_before(Connection& connection, const Case& test_case,
                                        const CallResult& called, double deadline) {
  const std::optional<HowItFailed> failure = failure_of(called);
  if (!failure) return std::nullopt;
  const Program& program = test_case.program;
  const std::size_t before = calls_before(program, test_case.function);
  const auto blame = [&](std::size_t call) {
    return FailedCall{static_cast<std::int64_t>(call), program.calls[call - 1].function,
                      failure->outcome};
  };
  if (failure->call > 0) {
    const auto call = static_cast<std::size_t>(failure->call);
    return call <= before ? std::optional(blame(call)) : std::nullopt;
  }
  Program part{program.functions, {}, {}, program.layouts};
  for (std::size_t call = 1; call <= before; ++call) {
    part.calls.push_back(program.calls[call - 1]);
    const auto again = failure_of(connection.run(part, test_case.inputs, deadline));
    if (again) return alike(*failure, *again) ? std::optional(blame(call)) : std::nullopt;
  }
  return std::nullopt;
}

std::string not_called_message(const Case& test_case, const FailedCall& failed,
                               const CallResult& called) {
  const std::optional<HowItFailed> failure = failure_of(called);
  const Call& call = test_case.program.calls.at(static_cast<std::size_t>(failed.call) - 1);
  std::string text = "not run: call " + std::to_string(failed.call) + " of the program, " +
                     failed.function + ", failed before " + test_case.function + " was called";
  text += ": " + std::string(outcome_name(failed.outcome));
  if (failure && !failure->kind.empty()) text += " of kind " + failure->kind;
  text += "\n    " + call_text(call);
  if (failure) text += "\n" + wording::shortened(failure->message, kLongestMessage);
  return text;
}

}  // namespace kassay::runner
