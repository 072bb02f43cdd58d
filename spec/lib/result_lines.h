// Reading the lines of a results file.
#pragma once

#include "spec/lib/json_node.h"
#include "spec/lib/results.h"

namespace kassay {

ResultsHeader read_header(const JsonNode& node);
CaseResult read_case_result(const JsonNode& node);
ResultsFooter read_footer(const JsonNode& node);

}  // namespace kassay
