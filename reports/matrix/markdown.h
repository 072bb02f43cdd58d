// The support matrix: function by backend, how many results were tried, are supported and are right,
// by dtype, the value and the gradient apart (matrix/support.h). The same results give the same text:
// it has no times, dates or machines, so that it can be kept in a repository.
#pragma once

#include <string>

#include "reports/report.h"

namespace kassay::reports {

// A page with a legend, and a table for each category.
std::string matrix_markdown(const Report& report);

}  // namespace kassay::reports
