// The support matrix as CSV.
#pragma once

#include <string>

#include "reports/report.h"

namespace kassay::reports {

// A line for each function, backend, value or gradient, and dtype, of which something was tried. The
// last two are empty, and the counts 0, if a backend tried nothing of the function.
std::string matrix_csv(const Report& report);

}  // namespace kassay::reports
