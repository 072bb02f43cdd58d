// The support matrix as JSON.
#pragma once

#include <string>

#include "reports/report.h"

namespace kassay::reports {

// spec/schema/support.json, with a line for each function.
std::string matrix_json(const Report& report);

}  // namespace kassay::reports
