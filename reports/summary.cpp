#include "reports/summary.h"

#include <algorithm>

#include "reports/text.h"

namespace kassay::reports {

std::size_t severity_rank(Outcome outcome) {
  const auto place = std::find(kOutcomesWorstFirst.begin(), kOutcomesWorstFirst.end(), outcome);
  return static_cast<std::size_t>(place - kOutcomesWorstFirst.begin());
}

RunSummary summarize(const Results& results) {
  const RunFacts facts = facts_of(results);
  RunSummary summary;
  for (const auto& [name, count] : facts.counts) {
    summary.counts[severity_rank(*parse_outcome(name))] = count;
  }
  summary.verdict = verdict_of(facts);
  summary.asked_profiles = facts.asked_profiles;
  if (results.footer) {
    summary.profiles = results.footer->profiles;
    summary.standings = results.footer->standings;
  }
  summary.standing = facts.standing;
  RepetitionTally tally;
  for (const CaseResult& result : results.cases) tally.add(result);
  summary.repeated = repetition_lines(results.header.repetition, tally);
  return summary;
}

std::vector<std::string> standing_lines(const RunVerdict& verdict) {
  std::vector<std::string> lines = {"Right: " + verdict.right_text,
                                    "Complete: " + verdict.complete_text,
                                    "Wrong: " + verdict.wrong_text};
  for (const ProfileLine& line : verdict.profiles) lines.push_back(profile_line_text(line));
  return lines;
}

std::string profile_text(const RunSummary& summary, const std::string& profile) {
  const std::string words(profile_words(summary.profiles.at(profile)));
  const auto standing = summary.standings.find(profile);
  const bool passed = summary.profiles.at(profile) == ProfileVerdict::kPass;
  if (passed || standing == summary.standings.end()) return words;
  const std::string shortcomings = standing->second.shortcomings();
  return shortcomings.empty() ? words : words + " (" + shortcomings + ")";
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

}  // namespace kassay::reports
