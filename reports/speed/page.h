// What `kassay bench` measured, as an HTML page.
#pragma once

#include <string>

#include "reports/speed/speed.h"

namespace kassay::reports {

// A whole page, built like the report.
std::string speed_page(const SpeedReport& report);

}  // namespace kassay::reports
