// The specification as pages of Markdown: every clause with its source and its cases.
#pragma once

#include <map>
#include <string>

#include "spec/lib/clause_cases.h"
#include "spec/lib/specification.h"

namespace kassay::cli {

// Texts by file name: README.md, the contents; a page per category, with the functions, their
// clauses and readings, and the decisions about them; decisions.md, with the decisions about
// several categories; errata.md; introduction.md, with the clauses of what stands before the
// functions and how each is checked. The same input gives the same texts.
std::map<std::string, std::string> specification_pages(const Specification& specification,
                                                       const ClauseCases& cases);

}  // namespace kassay::cli
