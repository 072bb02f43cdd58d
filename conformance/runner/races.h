// Runs cases of one function at the same time, in several threads of a worker: is each answer the same as without other threads?
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "conformance/runner/backend_process.h"
#include "conformance/runner/repetition.h"
#include "spec/lib/specification.h"

namespace kassay::runner {

struct RaceLimits {
  std::int64_t threads = 2;
  double timeout = 30;  // seconds per case
};

// For each function, runs the cases that were right in every run in `limits.threads` threads, a different case in each, and
// repeats that with new groups for some time. A wrong answer or a lost worker replaces the result of its case. Cases that
// change settings, have random outputs, or are large or slow are left out. Returns the seconds that it took. Does nothing
// if the backend does not declare that it supports threads.
double find_races(Connection& connection, std::vector<RepeatedCase>& cases,
                  const RaceLimits& limits, const Specification& specification,
                  const std::atomic<bool>& ended);

}  // namespace kassay::runner
