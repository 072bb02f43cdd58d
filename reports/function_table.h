// The functions of the runs with their results, the most important ones first.
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
  bool all_passed() const;       // plainly or by an accepted reading; also if there are no results
  bool all_unsupported() const;  // also if there are no results
};

struct FunctionRow {
  std::string name, category;        // unchanged from the files
  std::vector<FunctionCounts> runs;  // in the order of Report::runs

  bool all_passed() const;
  bool all_unsupported() const;
};

// By results against any backend, then by unsupported ones, then by name.
std::vector<FunctionRow> functions_worst_first(const Report& report);

// "3 crash, 9 fail of 340": every result that is not a plain pass. "pass", "unsupported" and so on
// if every result is that; "-" if there is none.
std::string counts_text(const FunctionCounts& counts);

}  // namespace kassay::reports
