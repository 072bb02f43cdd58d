// Runs one case on a backend and judges its answer.
#pragma once

#include <optional>

#include "conformance/compare/compare.h"
#include "conformance/runner/backend_process.h"
#include "spec/lib/results.h"
#include "spec/lib/specification.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

// Runs a case that has one mode, as `in_mode` makes it.
CallResult run_case(Connection& connection, const Case& test_case, double deadline);

// Judges the outputs of such a case against what it expects. Fills the whole result except the
// seconds. With a specification, messages explain the readings.
CaseResult result_of(const CallResult& called, const Case& test_case,
                     const Specification* specification);

// The result of a case that failed before its function was called: "not-run", with the call that failed. Nothing where
// the function was called. May ask the backend again (preparation.h).
std::optional<CaseResult> result_before_function(Connection& connection, const Case& test_case,
                                                 const CallResult& called, double deadline);

struct CheckedCase {
  CaseResult result;
  std::optional<compare::Answer> answer;  // of the backend, if there is one
  // There where the function was not called: the result if it had been.
  std::optional<CaseResult> as_judged = {};
};

// Runs and judges such a case.
CheckedCase check_case_in_full(Connection& connection, const Case& test_case, double deadline,
                               const Specification* specification = nullptr);
// The same, of which only the result matters.
CaseResult check_case(Connection& connection, const Case& test_case, double deadline);

}  // namespace kassay::runner
