// The report as JUnit XML.
#pragma once

#include <string>

#include "reports/report.h"

namespace kassay::reports {

// One test suite per function (and run, if there are several), one test case per case and mode.
std::string junit_report(const Report& report);

}  // namespace kassay::reports
