// Which cases a page shows with inputs, expected outputs and answers.
#pragma once

#include <set>
#include <string>

#include "reports/report.h"

namespace kassay::reports {

// About this many bytes of a page may be numbers. Four thousand failures fit: the page of a good
// backend has all its failures, and the page of a bad backend still opens at once.
inline constexpr std::size_t kValuesBudget = std::size_t{4} << 20;

struct ShownValues {
  std::set<std::string, std::less<>> cases;  // by id
  long long left_out = 0;                    // cases that did not fit
};

// Picks from the cases that have values or an answer, worst first, until the budget is used.
ShownValues choose_values(const Report& report, std::size_t budget = kValuesBudget);

}  // namespace kassay::reports
