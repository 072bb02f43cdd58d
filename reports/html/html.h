// The report as one self-contained HTML page.
#pragma once

#include <string>

#include "reports/report.h"

namespace kassay::reports {

// A whole page. It makes no requests and never runs a text that it shows.
std::string html_report(const Report& report);

}  // namespace kassay::reports
