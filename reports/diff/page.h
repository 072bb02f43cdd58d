// A comparison of two runs as an HTML page.
#pragma once

#include <string>

#include "reports/diff/comparison.h"

namespace kassay::reports {

// A whole page, built like the report.
std::string diff_page(const RunComparison& comparison);

}  // namespace kassay::reports
