// The data of the HTML page: a report as one compact JSON text.
#pragma once

#include <string>

#include "reports/report.h"

namespace kassay::reports {

// A page holds tens of thousands of results, so they are columns of indices:
//
//   outcomes   [{name, against}], worst first
//   strings    frequent texts: modes, readings, messages, programs, dtypes, reasons of waivers
//   functions  [{name, category, summary, signatures, headings, readings, specified}]
//   clauses    [{function, id, text, sources, differs, decision, editions, raises}]
//   introduction  [a clause with checks, a list of texts, in the place of function]
//   editions   [{id, description, page, published}]
//   decisions  [{id, title, documents, backends, choice, reason}]
//   cases      {function, dtype, id, clauses, program, values}: columns; clauses indexes
//              clauseSets, program strings; values is 0 or
//              {inputs: [[name, preview]], expected: [preview], gradient: [[name, preview]]}
//   specificationPages  the folder of the pages of the specification, or ""
//   runs       [{label, files, header fields, whole_suite, verdict, tone, title, limits, limits_title, counts, results}], where results is
//              {case, mode, outcome, margin, seconds}: columns, and
//              {details: {place: [reading, message, failure or 0, waived or 0, answer]}}, only for
//              results with such details; answer is [preview]
//   history    as in history_data.h; absent if the report has no history
//
// A failure is [check, output, index, expected, actual, error, limit, mismatched, elements, shape,
// worst, map], with worst as [[index, expected, actual, error, limit]]; what is waived [outcome,
// reason, link, waiver], the last three indexing strings; a preview [dtype, shape, [element]], or a text. A number that JSON lacks
// is "nan", "inf" or "-inf". Every text is printable (text.h).
std::string page_data(const Report& report);

}  // namespace kassay::reports
