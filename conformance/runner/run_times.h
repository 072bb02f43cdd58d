// What the time of a run went into.
#pragma once

#include "conformance/runner/worker_process.h"

namespace kassay::runner {

// Seconds. Those of the workers' threads are sums: divided by their number, and with `choosing`, they
// come to what the run took, but for a little that nobody counts.
struct RunTimes {
  double total = 0;
  double choosing = 0;  // the outlines of all cases, and the start of the first worker
  int threads = 1;      // one a worker
  double reading = 0;   // the cases that are run, and their wrapping in modes
  double messages = 0;  // to and from the backend: written and read
  double backend = 0;   // between a request and its answer
  double comparing = 0;
  double writing = 0;  // of results and kept outputs, with the wait for the file

  void add(const RunTimes& thread);
};

// Seconds since it was made, or since the last lap.
class Stopwatch {
 public:
  double lap() {
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    begin_ = now;
    return seconds;
  }

 private:
  Clock::time_point begin_ = Clock::now();
};

}  // namespace kassay::runner
