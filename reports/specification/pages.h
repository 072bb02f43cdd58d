// The specification as pages: an index, a page per function, one of the introduction, decisions,
// errata, editions.
#pragma once

#include <map>
#include <string>

#include "reports/specification/format.h"
#include "spec/lib/clause_cases.h"
#include "spec/lib/specification.h"

namespace kassay::reports {

// By file name. The same arguments give the same pages.
std::map<std::string, std::string> specification_pages(const Specification& specification,
                                                       const ClauseCases& cases,
                                                       const Format& format);

}  // namespace kassay::reports
