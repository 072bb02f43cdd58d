// The report as one self-contained HTML page.
#pragma once

#include <string>

#include "reports/report.h"

namespace kassay::reports {

// A whole page: it makes no requests, and nothing that it shows is ever run.
std::string html_report(const Report& report);

}  // namespace kassay::reports
