// The specification as one page of Markdown: every clause with its source and its cases.
#pragma once

#include <string>

#include "conformance/compare/clause_cases.h"
#include "spec/lib/specification.h"

namespace kassay::cli {

// Functions by category with their clauses and readings, then the decisions, then the errata. The
// same input gives the same text.
std::string specification_page(const Specification& specification,
                               const compare::ClauseCases& cases);

}  // namespace kassay::cli
