// The specification as pages: an index, a page per function, decisions, errata, editions.
#pragma once

#include "reports/site/site.h"

namespace kassay::reports::site {

void write_specification(const Specification& specification, const SiteFile& write);

}  // namespace kassay::reports::site
