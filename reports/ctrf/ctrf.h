// The report in the Common Test Report Format, https://ctrf.io, version 1.
#pragma once

#include <string>

#include "reports/report.h"

namespace kassay::reports {

// JSON: one test per case and mode.
std::string ctrf_report(const Report& report);

}  // namespace kassay::reports
