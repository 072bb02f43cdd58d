// The file with the counts of a run, which a repository keeps.
#pragma once

#include <optional>
#include <string>

#include "reports/counts/counts.h"

namespace kassay::reports {

// Whether counts_text wrote the file.
bool is_counts_file(const std::string& file);
// Throws FileError.
RunCounts read_counts(const std::string& file);

// A file with the counts of a run: JSON, a line for the header of the run, one for each function, and one for the footer.
// Waivers excuse nothing in it. `before` is the file that it replaces; its run becomes an earlier one. Throws
// std::invalid_argument if the run covers only a part of a tier, or was cut short.
std::string counts_text(const ReportRun& run, const Report& report,
                        const std::optional<RunCounts>& before);

}  // namespace kassay::reports
