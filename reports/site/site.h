// A site for a static host: a scoreboard of backends, the report of each, all of them side by side,
// and the specification as pages that the reports link to. Links between pages are relative, so it
// works from a folder as well as below any address.
#pragma once

#include <functional>
#include <string>

#include "reports/report.h"
#include "spec/lib/clause_cases.h"

namespace kassay::reports {

// Called with each file: its path below the site's folder, '/' between parts, and its contents.
using SiteFile = std::function<void(const std::string& path, const std::string& contents)>;

// index.html, backends/<name>.html, compare.html if there are several backends, and, if the report
// has its specification, specification/: index.html, <function>.html, decisions.html, errata.html,
// editions.html; these name the cases of each clause. The same arguments give the same files.
void write_site(const Report& report, const ClauseCases& cases, const SiteFile& write);

}  // namespace kassay::reports
