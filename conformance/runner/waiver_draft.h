// Waivers made of results: an entry for each cause of failures.
#pragma once

#include <string>
#include <vector>

#include "conformance/runner/waiver_file.h"
#include "spec/lib/results.h"

namespace kassay::runner {

// Waivers that excuse every result which failed or was not run, and match no other result but
// unsupported ones; each excuses some. `results` are as they were before waivers, of one edition.
// There is one for each cause (spec/lib/cause_groups.h) and list of modes in which its cases fail.
// If these are more than kMostDrafted and than one for kResultsOfOne failures, the smallest ones are joined
// to one for each list of modes, which names their number. `expires` is the last day of all of them.
std::vector<Waiver> draft_waivers(const std::vector<CaseResult>& results,
                                  const std::string& edition, const std::string& expires);

// As a file, below a comment that says of which results it was made.
std::string draft_text(const std::vector<Waiver>& waivers, const ResultsHeader& header);

inline constexpr std::size_t kMostDrafted = 20;
inline constexpr std::size_t kResultsOfOne = 20;

}  // namespace kassay::runner
