// The details of one result that a person needs, as text.
#pragma once

#include <string>
#include <string_view>

#include "reports/report.h"

namespace kassay::reports {

// Why it is not a plain pass, in a few words: the first line of the message, the reason of the
// waiver, or the name of the outcome. Unchanged from the file, not yet printable.
std::string first_line(const CaseResult& result);

// Message, wrong element, reading and waiver, one line each. Each part is made printable
// separately: a long message does not crowd out the rest. Empty if there is nothing to say.
std::string details_text(const Report& report, const CaseResult& result);
// The same and, of a result that counts against the backend, the command that repeats it.
std::string details_with_command(const Report& report, const ResultsHeader& header,
                                 const CaseResult& result);

// "convolution", from "convolution/conv2d/float32/same".
std::string_view category_in(std::string_view case_id);

}  // namespace kassay::reports
