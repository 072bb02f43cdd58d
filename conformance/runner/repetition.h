// Repeats cases in the same worker: is the answer the same every time, whatever ran before?
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

// How many results a worker repeats as one batch, and so how many others can run between two runs of one.
inline constexpr std::int64_t kRepeatedTogether = 256;

// A case in one mode that was run once, and the findings of further runs.
struct RepeatedCase {
  Case test_case;
  CheckedCase checked;  // the first run; the first wrong one, if the first was right
  Repetition found = {.runs = 1};
  bool ended = false;  // not run again: its worker was lost, or it cannot be repeated
};

// The largest difference in ulp between two answers to the case, 0 if their bits are the same. All NaNs count as the same.
// Random outputs and elements that are not judged do not count.
double difference_in_bits(const compare::Answer& first, const compare::Answer& second,
                          const Expectation& expectation);

// The order of `count` cases in this run.
std::vector<std::size_t> order_of_run(std::size_t count, std::int64_t run);

// Bytes of its inputs and its answer.
std::size_t bytes_of(const RepeatedCase& repeated);

struct RepetitionLimits {
  std::int64_t runs = 2;  // of each case, including the first
  double timeout = 30;    // seconds per case
};

// Runs the cases until each has run `limits.runs` times. The order is different each time and depends only on the number of
// the run. Returns the seconds that the backend took; ends early once `ended` is set.
double repeat_cases(Connection& connection, std::vector<RepeatedCase>& cases,
                    const RepetitionLimits& limits, const Specification* specification,
                    const std::atomic<bool>& ended);

// Measures leaks (leak.h) of each function whose cases were right in every run, if `first` says that it was not measured
// before. The first measured case gets the finding. Returns the seconds that it took.
double find_leaks(Connection& connection, std::vector<RepeatedCase>& cases, double timeout,
                  const std::function<bool(const std::string& function)>& first,
                  const std::atomic<bool>& ended);

// The result over all runs. A case that was right at first and wrong later is wrong; the message names the wrong runs.
CaseResult result_of_all_runs(const RepeatedCase& repeated);

}  // namespace kassay::runner
