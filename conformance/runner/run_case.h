// Runs one case on a backend and judges its answer.
#pragma once

#include <optional>

#include "conformance/compare/compare.h"
#include "conformance/runner/backend_process.h"
#include "spec/lib/results.h"
#include "spec/lib/specification.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

// Runs a case with exactly one mode, as `in_mode` returns it.
CallResult run_case(Connection& connection, const Case& test_case, double deadline);

// Compares the outputs of such a case with its expectation. Fills the whole result except the
// seconds. With a specification, messages explain the readings.
CaseResult result_of(const CallResult& called, const Case& test_case,
                     const Specification* specification);

// The result of a case that failed before its function was called: "not-run", with the failed call. None if the
// function was called. May run calls of the case again (preparation.h).
std::optional<CaseResult> result_before_function(Connection& connection, const Case& test_case,
                                                 const CallResult& called, double deadline);

struct CheckedCase {
  CaseResult result;
  std::optional<compare::Answer> answer;  // of the backend, if it gave one
  // Set if the function was not called: the result as if it had been.
  std::optional<CaseResult> as_judged = {};
};

// Runs and judges such a case.
CheckedCase check_case_in_full(Connection& connection, const Case& test_case, double deadline,
                               const Specification* specification = nullptr);
// Like check_case_in_full, but returns only the result.
CaseResult check_case(Connection& connection, const Case& test_case, double deadline);

}  // namespace kassay::runner
