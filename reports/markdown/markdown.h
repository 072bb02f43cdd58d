// A summary in GitHub-flavoured Markdown, for the page of a job in continuous integration.
#pragma once

#include <string>

#include "reports/report.h"

namespace kassay::reports {

// Less than 60,000 bytes; it says what it leaves out.
std::string markdown_report(const Report& report);

}  // namespace kassay::reports
