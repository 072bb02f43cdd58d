// Which cases a page shows with inputs, expected outputs and answers.
#pragma once

#include <set>
#include <string>

#include "reports/report.h"

namespace kassay::reports {

// About this much of a page may be numbers, in bytes. Four thousand failures fit, so that a page of
// a good backend has all of them, and one of a bad backend still opens at once.
inline constexpr std::size_t kValuesBudget = std::size_t{4} << 20;

struct ShownValues {
  std::set<std::string, std::less<>> cases;  // by id
  long long left_out = 0;                    // cases for which there was no room
};

// Of the cases that have values or an answer, the worst first, as many as fit.
ShownValues choose_values(const Report& report, std::size_t budget = kValuesBudget);

}  // namespace kassay::reports
