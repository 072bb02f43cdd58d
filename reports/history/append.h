// Adds a run to a history file.
#pragma once

#include <string>

#include "reports/history/history.h"

namespace kassay::reports {

// Call this before a run that will append: throws FileError if it could not, or if the file is not
// a history. Creates the file if it is missing.
void prepare_history(const std::string& file);

// Appends with a single write, so that runs may append at the same time. Removes an incomplete last
// line first. Throws FileError.
void append_history(const std::string& file, const HistoryEntry& entry);

}  // namespace kassay::reports
