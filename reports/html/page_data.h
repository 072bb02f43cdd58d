// The data of the HTML page: a report as one compact JSON text.
#pragma once

#include <string>

#include "reports/report.h"

namespace kassay {

// Results are columns of indices, since a page holds tens of thousands of them:
//
//   outcomes   [{name, against}], worst first
//   strings    what is said often: modes, readings, messages, case names, dtypes
//   functions  [{name, category, summary, signatures, headings, readings, specified}]
//   clauses    [{function, id, text, sources, decision, editions, raises}]
//   decisions  [{id, title, documents, backends, choice, reason}]
//   cases      {function, dtype, id, clauses}: columns; clauses indexes clauseSets
//   runs       [{label, files, header fields, verdict, limits, counts, results}], where results is
//              {case, mode, outcome, margin, seconds}: columns, and
//              {details: {place: [reading, message, failure or 0, waived or 0]}} where there is
//              something to say
//
// A failure is [check, output, index, expected, actual, error, limit, mismatched, elements];
// what is waived [outcome, reason, link, waiver]. A number that JSON lacks is "nan", "inf" or "-inf". Every text is printable (text.h).
std::string page_data(const Report& report);

}  // namespace kassay
