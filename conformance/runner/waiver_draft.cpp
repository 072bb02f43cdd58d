#include "conformance/runner/waiver_draft.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "conformance/runner/excuses.h"
#include "spec/lib/cause_groups.h"
#include "spec/lib/printable.h"
#include "spec/lib/text.h"

namespace kassay::runner {
namespace {

constexpr std::size_t kLongestReason = 300;  // characters
constexpr std::size_t kFunctions = 8;        // how many a reason names
// How many entries are reserved for joined causes, one for each list of modes. No tested backend needed more.
constexpr std::size_t kForJoined = 8;

bool to_waive(Outcome outcome) { return counts_against(outcome) || outcome == Outcome::kNotRun; }

std::string reason_of(const CauseGroup& group) {
  const std::string reason = group.functions.size() == 1
                                 ? group.functions.front().function + ": " + group.cause
                                 : group.cause + ", " + functions_text(group, kFunctions);
  return excerpt(reason, kLongestReason);
}

struct Entry {
  Excuse excuse;
  std::string reason;
};

std::vector<Outcome> outcomes_of(const Excuse& excuse, const std::vector<CaseResult>& results) {
  std::set<Outcome> outcomes;
  for (const std::size_t place : excuse.results) outcomes.insert(results[place].outcome);
  return {outcomes.begin(), outcomes.end()};
}

// Joins the entries after the first `kept`.
void join_rest(std::vector<Entry>& entries, std::size_t kept, const Excuses& excuses) {
  std::vector<std::size_t> rest;
  std::set<std::string> causes;
  for (std::size_t i = kept; i < entries.size(); ++i) {
    std::ranges::copy(entries[i].excuse.results, std::back_inserter(rest));
    causes.insert(entries[i].reason);
  }
  const std::string reason = "one of " + std::to_string(causes.size()) +
                             " causes with few results, such as: " + entries[kept].reason;
  entries.resize(kept);
  std::ranges::sort(rest);
  for (Excuse& excuse : excuses.of(rest)) {
    entries.push_back({std::move(excuse), excerpt(reason, kLongestReason)});
  }
}

}  // namespace

std::vector<Waiver> draft_waivers(const std::vector<CaseResult>& results,
                                  const std::string& edition, const std::string& expires) {
  CauseGroups groups(to_waive);
  for (const CaseResult& result : results) groups.add(result);
  std::map<std::string, std::vector<std::size_t>> of_cause;
  for (std::size_t place = 0; place < results.size(); ++place) {
    if (to_waive(results[place].outcome)) of_cause[groups.key_of(results[place])].push_back(place);
  }
  std::map<std::string, std::string> reasons;
  for (const CauseGroup& group : groups.groups()) reasons[group.key] = reason_of(group);

  const Excuses excuses(results);
  std::vector<Entry> entries;
  for (const auto& [cause, places] : of_cause) {
    const auto reason = reasons.find(cause);
    for (Excuse& excuse : excuses.of(places)) {
      entries.push_back({std::move(excuse), reason == reasons.end() ? excerpt(cause, kLongestReason)
                                                                    : reason->second});
    }
  }
  std::ranges::stable_sort(entries, std::ranges::greater{},
                           [](const Entry& entry) { return entry.excuse.results.size(); });
  const std::size_t most =
      std::max(kMostDrafted, static_cast<std::size_t>(groups.results()) / kResultsOfOne);
  if (entries.size() > most) join_rest(entries, most - kForJoined, excuses);

  std::vector<Waiver> waivers;
  for (Entry& entry : entries) {
    Waiver& waiver = waivers.emplace_back();
    waiver.outcomes = outcomes_of(entry.excuse, results);
    waiver.cases = std::move(entry.excuse.cases);
    waiver.modes = std::move(entry.excuse.modes);
    waiver.editions = {edition};
    waiver.reason = std::move(entry.reason);
    waiver.expires = expires;
  }
  return waivers;
}

std::string draft_text(const std::vector<Waiver>& waivers, const ResultsHeader& header) {
  std::string text = "# Drafted by `kassay waive --draft` from results of " +
                     excerpt(header.backend_name + " " + header.backend_version) + ",\n# tier " +
                     header.tier + ", edition " + header.edition +
                     ". `kassay waive --update` removes what passes.\n";
  text += waivers.empty() ? "waivers: []\n" : "waivers:\n";
  for (const Waiver& waiver : waivers) text += to_yaml(waiver, 2);
  return text;
}

}  // namespace kassay::runner
