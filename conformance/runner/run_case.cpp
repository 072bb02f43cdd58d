#include "conformance/runner/run_case.h"

#include <chrono>
#include <utility>

#include "conformance/compare/judge.h"
#include "conformance/runner/backend_process.h"
#include "conformance/runner/preparation.h"
#include "conformance/runner/worker_process.h"

namespace kassay::runner {
CallResult run_case(Connection& connection, const Case& test_case, double deadline) {
  return connection.run(test_case.program, test_case.inputs, deadline);
}

CaseResult result_of(const CallResult& called, const Case& test_case,
                     const Specification* specification) {
  CaseResult result;
  result.case_id = test_case.id;
  result.function = test_case.function;
  result.mode = mode_name(test_case.modes.front());
  if (const auto* end = std::get_if<AbnormalEnd>(&called)) {
    result.outcome = end->outcome;
    result.message = end->message;
    // In the other modes only the function itself can be missing.
    if (test_case.modes.front() == Mode::kProgram && !end->lacks.empty() &&
        !end->lacks.contains(test_case.function)) {
      result.lacks = *end->lacks.begin();
    }
  } else {
    const auto& answer = std::get<compare::Answer>(called);
    judge(answer, test_case, result, specification);
    if (!fulfils_profile(result.outcome)) result.message += answer.remark;
  }
  return result;
}

std::optional<CaseResult> result_before_function(Connection& connection, const Case& test_case,
                                                 const CallResult& called, double deadline) {
  const auto failed = failed_before(connection, test_case, called, deadline);
  if (!failed) return std::nullopt;
  CaseResult result;
  result.case_id = test_case.id;
  result.function = test_case.function;
  result.mode = mode_name(test_case.modes.front());
  result.outcome = Outcome::kNotRun;
  result.failed_call = failed;
  result.message = not_called_message(test_case, *failed, called);
  if (const auto* answer = std::get_if<compare::Answer>(&called)) result.message += answer->remark;
  return result;
}

CheckedCase check_case_in_full(Connection& connection, const Case& test_case, double deadline,
                               const Specification* specification) {
  const Clock::time_point begin = Clock::now();
  CallResult called = run_case(connection, test_case, deadline);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  CheckedCase checked;
  checked.result = result_of(called, test_case, specification);
  checked.result.seconds = seconds;
  if (auto not_run = result_before_function(connection, test_case, called, deadline)) {
    not_run->seconds = seconds;
    checked.as_judged = std::exchange(checked.result, *std::move(not_run));
  }
  if (auto* came = std::get_if<compare::Answer>(&called)) checked.answer = std::move(*came);
  return checked;
}

CaseResult check_case(Connection& connection, const Case& test_case, double deadline) {
  return check_case_in_full(connection, test_case, deadline).result;
}

}  // namespace kassay::runner
