// Pages of what backends support: all of them, function by function, and one of which only the counts are known.
#pragma once

#include <string>
#include <vector>

#include "reports/site/scoreboard.h"

namespace kassay::reports::site {

// HTML: a row for each function, a column for each backend. `specification` may be null.
std::string support_table(const std::vector<Scored>& backends, const Specification* specification);

// HTML: the run, and how the results of each function ended.
std::string counted_backend(const RunCounts& counts, const Specification* specification);

}  // namespace kassay::reports::site
