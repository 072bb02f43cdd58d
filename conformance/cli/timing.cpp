#include "conformance/cli/timing.h"

#include <algorithm>
#include <cstdio>

namespace kassay::cli {
namespace {

std::string tenths(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", seconds);
  return text;
}

}  // namespace

std::string timing_text(const runner::RunReport& report) {
  const runner::RunTimes& times = report.times;
  const std::pair<const char*, double> parts[] = {{"reading cases", times.reading},
                                                  {"messages", times.messages},
                                                  {"the backend", times.backend},
                                                  {"comparing", times.comparing},
                                                  {"writing results", times.writing}};
  std::string text =
      "Time: " + tenths(times.total) + " s: choosing cases and starting " + tenths(times.choosing);
  double counted = times.choosing;
  for (const auto& [name, seconds] : parts) {
    const double share = seconds / times.threads;
    counted += share;
    text += ", " + std::string(name) + " " + tenths(share);
  }
  text += ", other " + tenths(std::max(times.total - counted, 0.0));
  if (times.threads > 1) {
    text += " (means of " + std::to_string(times.threads) + " threads)";
  }
  return text;
}

}  // namespace kassay::cli
