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

// Runs and judges such a case. `answer`, if given, gets the answer of the backend, if any.
CaseResult check_case(Connection& connection, const Case& test_case, double deadline,
                      const Specification* specification = nullptr,
                      std::optional<compare::Answer>* answer = nullptr);

}  // namespace kassay::runner
