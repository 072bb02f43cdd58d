#include "reports/summary.h"

#include <algorithm>
#include <set>
#include <utility>

#include "reports/text.h"
#include "spec/lib/names.h"
#include "spec/lib/text.h"

namespace kassay::reports {
namespace {

constexpr Names<VerdictKind, 3> kVerdicts{{{VerdictKind::kConformant, "conformant"},
                                           {VerdictKind::kNotConformant, "not-conformant"},
                                           {VerdictKind::kNoClaim, "no-claim"}}};

// Each mode of a case was selected for itself.
std::int64_t distinct_runs(const Results& results) {
  std::set<std::pair<std::string_view, std::string_view>> runs;
  for (const CaseResult& result : results.cases) runs.emplace(result.case_id, result.mode);
  return static_cast<std::int64_t>(runs.size());
}

bool unfiltered(const ResultsHeader& header) {
  return std::ranges::all_of(header.filter, [](const std::string& glob) { return glob == "*"; });
}

std::vector<std::string> limits_of(const Results& results) {
  const ResultsHeader& header = results.header;
  std::vector<std::string> limits;
  const std::int64_t found = distinct_runs(results);
  if (!results.footer) {
    limits.push_back("The run was cut short: there is no footer, and only " +
                     grouped_digits(found) + " of " + count_of(header.selected, "result") + ".");
  } else if (found < header.selected) {
    limits.push_back("Results are missing: there are only " + grouped_digits(found) + " of " +
                     grouped_digits(header.selected) + ".");
  }
  if (header.tier != "core" && header.tier != "full") {
    limits.push_back("The tier is " + (header.tier.empty() ? "not given" : header.tier) +
                     ", which is less than core.");
  }
  if (!unfiltered(header))
    limits.push_back("Only some cases were selected: " + joined(header.filter) + ".");
  if (header.shard_count > 1) {
    limits.push_back("Only shard " + std::to_string(header.shard_index) + " of " +
                     std::to_string(header.shard_count) + " is here.");
  }
  if (results.footer) {
    for (const std::string& profile : header.profiles) {
      const auto verdict = results.footer->profiles.find(profile);
      if (verdict == results.footer->profiles.end() ||
          verdict->second == ProfileVerdict::kIncomplete) {
        limits.push_back("Profile " + profile + " was not run as a whole.");
      }
    }
  }
  const auto waived =
      std::count_if(results.cases.begin(), results.cases.end(),
                    [](const CaseResult& result) { return result.outcome == Outcome::kWaived; });
  if (waived > 0) {
    std::vector<std::string> files;
    for (const WaiverFile& waiver : header.waivers) files.push_back(waiver.file);
    limits.push_back(count_of(waived, "known failure") + (waived == 1 ? " is" : " are") +
                     " waived" + (files.empty() ? "" : " by " + joined(files)) + ".");
  }
  const bool any_pass =
      std::any_of(results.cases.begin(), results.cases.end(), [](const CaseResult& result) {
        return result.outcome == Outcome::kPass || result.outcome == Outcome::kPassAccepted;
      });
  if (!any_pass) limits.push_back("Nothing passed.");
  return limits;
}

}  // namespace

std::string_view verdict_name(VerdictKind verdict) { return kVerdicts.name(verdict); }
std::optional<VerdictKind> parse_verdict(std::string_view name) { return kVerdicts.find(name); }

std::size_t severity_rank(Outcome outcome) {
  const auto place = std::find(kOutcomesWorstFirst.begin(), kOutcomesWorstFirst.end(), outcome);
  return static_cast<std::size_t>(place - kOutcomesWorstFirst.begin());
}

RunSummary summarize(const Results& results) {
  RunSummary summary;
  bool against = false;
  std::set<std::string_view> functions, supported;
  for (const CaseResult& result : results.cases) {
    ++summary.counts[severity_rank(result.outcome)];
    against = against || counts_against(result.outcome);
    functions.insert(result.function);
    if (result.outcome != Outcome::kUnsupported) supported.insert(result.function);
  }
  summary.functions = static_cast<std::int64_t>(functions.size());
  summary.supported_functions = static_cast<std::int64_t>(supported.size());
  summary.complete = results.footer && distinct_runs(results) >= results.header.selected;
  summary.whole = summary.complete && unfiltered(results.header) && results.header.shard_count == 1;
  summary.limits = limits_of(results);
  summary.asked_profiles = results.header.profiles;
  if (results.footer) summary.profiles = results.footer->profiles;
  for (const std::string& profile : summary.asked_profiles) {
    const auto verdict = summary.profiles.find(profile);
    against =
        against || (verdict != summary.profiles.end() && verdict->second == ProfileVerdict::kFail);
  }
  summary.verdict = against                  ? VerdictKind::kNotConformant
                    : summary.limits.empty() ? VerdictKind::kConformant
                                             : VerdictKind::kNoClaim;
  return summary;
}

std::string verdict_text(const RunSummary& summary) {
  std::string text(verdict_title(summary.verdict));
  if (!summary.asked_profiles.empty() && summary.verdict != VerdictKind::kNoClaim) {
    return text + " to profile " + joined(summary.asked_profiles);
  }
  const bool everything = summary.supported_functions == summary.functions;
  if (summary.verdict != VerdictKind::kConformant || everything) return text;
  return text + " in the " + std::to_string(summary.supported_functions) + " of " +
         count_of(summary.functions, "function") + " that it supports";
}

std::string profiles_text(const RunSummary& summary) {
  std::vector<std::string> passed, failed, incomplete;
  for (const auto& [id, verdict] : summary.profiles) {
    const bool asked = std::find(summary.asked_profiles.begin(), summary.asked_profiles.end(),
                                 id) != summary.asked_profiles.end();
    if (verdict == ProfileVerdict::kPass) {
      passed.push_back(id);
    } else if (verdict == ProfileVerdict::kFail) {
      failed.push_back(id);
    } else if (asked) {
      incomplete.push_back(id);
    }
  }
  std::string text;
  const auto add = [&](const char* words, const std::vector<std::string>& ids) {
    if (ids.empty()) return;
    text += (text.empty() ? "" : " ") + std::string(words) + joined(ids) + ".";
  };
  add("Profiles passed: ", passed);
  add("Profiles failed: ", failed);
  add("Profiles not run as a whole: ", incomplete);
  return text;
}

std::string outcomes_text(const RunSummary& summary) {
  std::string text;
  for (std::size_t i = summary.counts.size(); i-- > 0;) {
    if (summary.counts[i] == 0) continue;
    text += (text.empty() ? "" : ", ") + grouped_digits(summary.counts[i]) + " " +
            std::string(outcome_name(kOutcomesWorstFirst[i]));
  }
  return text.empty() ? "no results" : text;
}

std::string_view verdict_title(VerdictKind verdict) {
  switch (verdict) {
    case VerdictKind::kConformant:
      return "Conformant";
    case VerdictKind::kNotConformant:
      return "Not conformant";
    case VerdictKind::kNoClaim:
      break;
  }
  return "No claim";
}

}  // namespace kassay::reports
