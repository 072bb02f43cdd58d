// The functions that were run, with what came of them, those to look at first in front.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "reports/report.h"
#include "reports/summary.h"

namespace kassay::reports {

// The results of one function in one run.
struct FunctionCounts {
  std::array<std::int64_t, kOutcomesWorstFirst.size()> counts{};  // by severity_rank

  std::int64_t total() const;
  std::int64_t against() const;
  std::int64_t count(Outcome outcome) const { return counts[severity_rank(outcome)]; }
  bool all_passed() const;  // plainly or by an accepted reading; also where there are no results
};

struct FunctionRow {
  std::string name, category;        // as they came from the files
  std::vector<FunctionCounts> runs;  // in the order of Report::runs

  bool all_passed() const;
};

// By results against any backend, then by unsupported ones, then by name.
std::vector<FunctionRow> functions_worst_first(const Report& report);

// "3 crash, 9 fail of 340": what is no plain pass. "pass", "unsupported" and so on where every
// result is that; "-" where there is none.
std::string counts_text(const FunctionCounts& counts);

}  // namespace kassay::reports
