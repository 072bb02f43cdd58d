#include "conformance/runner/run_case.h"

#include <chrono>

#include "conformance/compare/judge.h"
#include "conformance/runner/backend_process.h"
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
  } else {
    judge(std::get<compare::Answer>(called), test_case, result, specification);
  }
  return result;
}

CaseResult check_case(Connection& connection, const Case& test_case, double deadline,
                      const Specification* specification, std::optional<compare::Answer>* answer) {
  const Clock::time_point begin = Clock::now();
  CallResult called = run_case(connection, test_case, deadline);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  CaseResult result = result_of(called, test_case, specification);
  result.seconds = seconds;
  if (answer != nullptr) {
    answer->reset();
    if (auto* came = std::get_if<compare::Answer>(&called)) *answer = std::move(*came);
  }
  return result;
}

}  // namespace kassay::runner
