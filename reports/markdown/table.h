// Tables in GitHub-flavoured Markdown.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/report.h"
#include "reports/summary.h"

namespace kassay::reports {

// How long a name and a sentence of a file may be in a cell.
inline constexpr std::size_t kLongestName = 120, kLongestSentence = 400;

// Cells are Markdown already.
std::string markdown_row(const std::vector<std::string>& cells);
// The first row of a table, and the line below it.
std::string markdown_head(const std::vector<std::string>& cells);

const char* tone_icon(Tone tone);

// A table of runs with their verdicts: its head, and the row of a run.
std::string verdict_head();
std::string verdict_row(const ReportRun& run, const RunSummary& summary);

}  // namespace kassay::reports
