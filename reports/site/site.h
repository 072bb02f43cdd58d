// A site for a static host: a scoreboard of backends, the report of each, what they support, and the
// specification as pages that the reports link to. Links between pages are relative, so it
// works from a folder as well as below any address.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reports/counts/counts.h"
#include "reports/report.h"
#include "spec/lib/clause_cases.h"

namespace kassay::reports {

// Called with each file: its path below the site's folder, '/' between parts, and its contents.
using SiteFile = std::function<void(const std::string& path, const std::string& contents)>;

// index.html, support.html, backends/<name>.html, compare.html if there are several reports, and, if the report
// has its specification, specification/: index.html, <function>.html, decisions.html, errata.html,
// editions.html; these name the cases of each clause. The same arguments give the same files.
// Of `counted` backends only the counts are known, so they have a page of functions instead of a report.
void write_site(const Report& report, std::vector<RunCounts> counted, const ClauseCases& cases,
                const SiteFile& write);

}  // namespace kassay::reports
