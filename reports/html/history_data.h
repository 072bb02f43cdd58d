// The history of backends in the form of the page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "reports/history/history.h"

namespace kassay::reports {

// [{started, backend, version, edition, tier, asked: [profile], complete, verdict, words, counts:
// by outcome, functions, supported, vectors}], all text printable.
nlohmann::json history_data(const std::vector<HistoryEntry>& entries);

}  // namespace kassay::reports
