// The support matrix: function by backend, how many results were tried, are supported and are right,
// by dtype, the value and the gradient apart (matrix/support.h). The same results give the same text:
// it has no times, dates or machines, so that it can be kept in a repository.
#pragma once

#include <string>

#include "reports/report.h"

namespace kassay::reports {

// A page with a legend, and a table for each category.
std::string matrix_markdown(const Report& report);

// A line for each function, backend, value or gradient, and dtype, of which something was tried. The
// last two are empty, and the counts 0, if a backend tried nothing of the function.
std::string matrix_csv(const Report& report);

// spec/schema/support.json, with a line for each function.
std::string matrix_json(const Report& report);

}  // namespace kassay::reports
