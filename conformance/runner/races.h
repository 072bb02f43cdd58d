// Cases of one function at the same time, in several threads of a worker: does each have the answer that it has alone?
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

// Runs the cases of each function that were right in every run in `limits.threads` threads, each with another case, and in
// other groups again until some time has passed. A wrong answer, or a lost worker, becomes what was checked of its case. Left
// out are cases that change settings, of random outputs, large and slow ones. Returns the seconds that it took; does nothing
// where the backend does not say that it has threads.
double find_races(Connection& connection, std::vector<RepeatedCase>& cases,
                  const RaceLimits& limits, const Specification& specification,
                  const std::atomic<bool>& ended);

}  // namespace kassay::runner
