// What `kassay run` tells people while it runs and in the end, on standard error.
#pragma once

#include <chrono>
#include <string>

#include "conformance/runner/run.h"

namespace kassay::cli {

// A bar that redraws itself on a terminal; nothing elsewhere.
class Progress {
 public:
  Progress();
  ~Progress() { clear(); }
  void begin(const RunReport& report);
  void advance(const Summary& summary);
  void clear();

 private:
  void draw(const Summary& summary);

  bool shown_;
  std::int64_t selected_ = 0, resumed_ = 0;
  std::chrono::steady_clock::time_point begin_, drawn_;
};

// Nothing counts against the backend, and it fails none of the profiles that were asked for but in
// what is waived.
bool conformant(const RunReport& report);

// Nothing passed, and nothing counts against the backend: all is unsupported or waived.
bool nothing_to_judge(const RunReport& report);

void print_summary(const RunSettings& settings, const RunReport& report);

}  // namespace kassay::cli
