// Inputs and expected outputs of a case, as far as a report shows them.
#pragma once

#include "reports/report.h"
#include "spec/lib/vectors.h"

namespace kassay::reports {

CaseValues case_values(const Case& test_case);

}  // namespace kassay::reports
