// The first page of a site: what is right, complete and wrong of each backend.
#pragma once

#include <string>
#include <vector>

#include "reports/report.h"

namespace kassay::reports::site {

// HTML: a table of the backends and one of their profiles. `pages` has the name of each run's page
// below backends/. With a history in the report, a column says what changed since the last run.
std::string scoreboard(const Report& report, const std::vector<std::string>& pages);

}  // namespace kassay::reports::site
