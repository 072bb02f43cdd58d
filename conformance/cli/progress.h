// The progress of a run, on standard error.
#pragma once

#include <chrono>
#include <cstdint>

#include "conformance/runner/run.h"

namespace kassay::cli {

// A bar that redraws itself on a terminal; nothing elsewhere.
class Progress {
 public:
  Progress();
  ~Progress() { clear(); }
  void begin(const runner::RunReport& report);
  void advance(const runner::Summary& summary);
  void clear();

 private:
  void draw(const runner::Summary& summary);

  bool shown_;
  std::int64_t selected_ = 0, resumed_ = 0;
  std::chrono::steady_clock::time_point begin_, drawn_;
};

}  // namespace kassay::cli
