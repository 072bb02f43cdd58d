// The specification as pages: an index, a page per function, decisions, errata, editions.
#pragma once

#include "reports/site/site.h"
#include "spec/lib/clause_cases.h"

namespace kassay::reports::site {

void write_specification(const Specification& specification, const ClauseCases& cases,
                         const SiteFile& write);

}  // namespace kassay::reports::site
