// Drafts waivers from results: one entry for each cause of failures.
#pragma once

#include <string>
#include <vector>

#include "conformance/runner/waiver_file.h"
#include "spec/lib/results.h"

namespace kassay::runner {

// Waivers that excuse every result that failed or was not run. They match no other results, except
// unsupported ones. `results` are from one edition, as they were before waivers. Each cause
// (spec/lib/cause_groups.h) gets one waiver for each list of modes that its cases fail in. If these would be more
// than kMostDrafted and more than one per kResultsOfOne failures, the smallest ones are joined into one for
// each list of modes, whose reason names their number. `expires` is the last day of each waiver.
std::vector<Waiver> draft_waivers(const std::vector<CaseResult>& results,
                                  const std::string& edition, const std::string& expires);

// The text of a file of these waivers; a comment at its head names the results.
std::string draft_text(const std::vector<Waiver>& waivers, const ResultsHeader& header);

inline constexpr std::size_t kMostDrafted = 20;
inline constexpr std::size_t kResultsOfOne = 20;

}  // namespace kassay::runner
