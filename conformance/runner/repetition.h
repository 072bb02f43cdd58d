// Cases of a run again, in the same worker: does a case have the same answer after other cases, and every time?
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "conformance/runner/backend_process.h"
#include "conformance/runner/run_case.h"
#include "spec/lib/repetition.h"
#include "spec/lib/specification.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

// How many results a worker repeats together: so many others may lie between two runs of one.
inline constexpr std::int64_t kRepeatedTogether = 256;

// A case in one mode that was run once, and what the further runs showed.
struct RepeatedCase {
  Case test_case;
  CheckedCase checked;  // the first run; the first wrong one, if the first was right
  Repetition found = {.runs = 1};
  bool ended = false;  // it is not run again: its worker was lost, or there is nothing to repeat
};

// What differs between two answers to the case of which the bits should be the same: the largest difference in ulp, 0
// if none. Any NaN is the same as any other. Random outputs, and elements that are not judged, do not count.
double difference_in_bits(const compare::Answer& first, const compare::Answer& second,
                          const Expectation& expectation);

// The places of so many cases, in the order of this run.
std::vector<std::size_t> order_of_run(std::size_t count, std::int64_t run);

// Of its inputs and of its answer.
std::size_t bytes_of(const RepeatedCase& repeated);

struct RepetitionLimits {
  std::int64_t runs = 2;  // of each case, the first one too
  double timeout = 30;    // seconds per case
};

// Runs the cases until each was run `limits.runs` times, each time in another order, which the number of the run
// determines. Returns the seconds that the backend took; ends early once `ended` is set.
double repeat_cases(Connection& connection, std::vector<RepeatedCase>& cases,
                    const RepetitionLimits& limits, const Specification* specification,
                    const std::atomic<bool>& ended);

// Measures each function of the cases that were right in every run, if `first` says that none of its cases was
// measured before (leak.h). The first case that is measured has the finding. Returns the seconds that it took.
double find_leaks(Connection& connection, std::vector<RepeatedCase>& cases, double timeout,
                  const std::function<bool(const std::string& function)>& first,
                  const std::atomic<bool>& ended);

// The result over all runs. One that was right at first and wrong later is wrong, and its message says in which runs.
CaseResult result_of_all_runs(const RepeatedCase& repeated);

}  // namespace kassay::runner
