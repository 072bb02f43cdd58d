#include "reports/html/history_data.h"

#include <nlohmann/json.hpp>

#include "reports/text.h"

namespace kassay::reports {

nlohmann::json history_data(const std::vector<HistoryEntry>& entries) {
  nlohmann::json list = nlohmann::json::array();
  for (const HistoryEntry& entry : entries) {
    nlohmann::json asked = nlohmann::json::array();
    for (const std::string& profile : entry.asked_profiles) asked.push_back(printable(profile));
    list.push_back({{"started", printable(entry.started)},
                    {"backend", printable(entry.backend_name.empty() ? entry.backend_argument
                                                                     : entry.backend_name)},
                    {"version", printable(entry.backend_version)},
                    {"edition", printable(entry.edition)},
                    {"tier", printable(entry.tier)},
                    {"asked", std::move(asked)},
                    {"complete", entry.complete},
                    {"verdict", claim_name(entry.claim)},
                    {"words", claim_words(entry.claim)},
                    {"counts", entry.counts},
                    {"functions", entry.functions},
                    {"supported", entry.supported},
                    {"ofEdition", entry.of_edition.value_or(entry.functions)},
                    {"right", entry.right ? nlohmann::json(*entry.right) : nlohmann::json()},
                    {"wrong", entry.wrong ? nlohmann::json(*entry.wrong) : nlohmann::json()},
                    {"vectors", printable(entry.vectors_hash)}});
  }
  return list;
}

}  // namespace kassay::reports
