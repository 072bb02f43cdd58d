// The first page of a site: what is right, complete and wrong of each backend.
#pragma once

#include <string>
#include <vector>

#include "reports/counts/counts.h"
#include "spec/lib/specification.h"

namespace kassay::reports::site {

struct Scored {
  RunCounts counts;
  std::string page;  // its name below backends/
};

// HTML: a table of the backends, what is right of the whole suite first, and one of their profiles,
// in the order of the specification if there is one. `has_history`: a column has the trend.
std::string scoreboard(const std::vector<Scored>& backends, const Specification* specification,
                       bool has_history);

// "86.1 %", rounded down so that only all of it is 100 %; "–" of nothing.
std::string share_text(std::int64_t part, std::int64_t whole);

}  // namespace kassay::reports::site
