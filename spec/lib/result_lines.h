// Reads and writes the lines of a results file.
#pragma once

#include "spec/lib/json_node.h"
#include "spec/lib/results.h"

namespace kassay {

ResultsHeader read_header(const JsonNode& node);
CaseResult read_case_result(const JsonNode& node);
ResultsFooter read_footer(const JsonNode& node);

// How many results have each outcome, and the verdict on each profile: objects by name.
std::map<std::string, std::int64_t> read_outcome_counts(const JsonNode& node);
std::map<std::string, ProfileVerdict> read_profile_verdicts(const JsonNode& node);

// One line each, without the newline.
std::string to_line(const ResultsHeader& header);
std::string to_line(const CaseResult& result);
std::string to_line(const ResultsFooter& footer);

// The whole file.
std::string to_text(const Results& results);

}  // namespace kassay
