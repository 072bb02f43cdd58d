// How the time of a run was spent.
#pragma once

#include "conformance/runner/worker_process.h"

namespace kassay::runner {

// Seconds. `reading` to `writing` are sums over the threads; each thread has a worker. Divided by
// the number of threads, they and `choosing` add up to almost `total`.
struct RunTimes {
  double total = 0;
  double choosing = 0;  // reading the outlines of all cases, and starting the first worker
  int threads = 1;
  double reading = 0;   // the selected cases, and wrapping them in their modes
  double messages = 0;  // encoding requests and decoding answers
  double backend = 0;   // from a request to its answer
  double comparing = 0;
  double writing = 0;  // results and kept outputs, and waiting for the file

  void add(const RunTimes& thread);
};

// Seconds since its construction, or since the last lap.
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
