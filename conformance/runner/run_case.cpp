#include <chrono>

#include "conformance/runner/backend_process.h"
#include "conformance/runner/worker_process.h"

namespace kassay {
namespace {

constexpr char kEager[] = "eager";

// Which returned values are tensors, and so go through `eval`. An error case says nothing about
// them: there a reading with outputs tells, and else `eager` evaluates each.
std::vector<bool> tensor_results(const Case& test_case) {
  const Expectation* told = &test_case.expectation;
  for (const CaseReading& reading : test_case.readings) {
    if (told->error_kinds.empty()) break;
    if (reading.expectation.error_kinds.empty()) told = &reading.expectation;
  }
  std::vector<bool> result;
  for (const ExpectedOutput& output : told->outputs) {
    const auto* tensor = std::get_if<ExpectedTensor>(&output);
    const bool is_array = tensor != nullptr && tensor->is_array;
    result.push_back(!std::holds_alternative<Value>(output) && !is_array);
  }
  return result;
}

}  // namespace

CallResult run_case(Connection& connection, const Case& test_case, double deadline) {
  Program program = eager(test_case.program, test_case.inputs, tensor_results(test_case));
  return connection.run(program, test_case.inputs, deadline);
}

CaseResult result_of(const CallResult& called, const Case& test_case,
                     const FunctionSpecification* function) {
  CaseResult result;
  result.case_id = test_case.id;
  result.function = test_case.function;
  result.mode = kEager;
  if (const auto* end = std::get_if<AbnormalEnd>(&called)) {
    result.outcome = end->outcome;
    result.message = end->message;
  } else {
    judge(std::get<Answer>(called), test_case, result, function);
  }
  return result;
}

CaseResult check_case(Connection& connection, const Case& test_case, double deadline,
                      const FunctionSpecification* function) {
  const Clock::time_point begin = Clock::now();
  const CallResult called = run_case(connection, test_case, deadline);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  CaseResult result = result_of(called, test_case, function);
  result.seconds = seconds;
  return result;
}

}  // namespace kassay
